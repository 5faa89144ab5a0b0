"""(to come)"""
