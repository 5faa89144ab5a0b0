"""Data exchange with the team's server: imports, exports, backups.

uploads   files that people send, checked before they are read
sources   the input of an import
importer  import of documents with their annotations into a project
exporter  export of documents with their annotations from a project
gold      one set of each document, for training and releases
packing   folders as zip archives
downloads files that jobs made, for people who may download them
backup    backup of the whole server as one archive, and restore
"""
