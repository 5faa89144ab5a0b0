"""What holds for all tests."""

from hypothesis import settings

# How long an example takes says more about the machine than about us.
settings.register_profile("goldsmith", deadline=None)
settings.load_profile("goldsmith")
