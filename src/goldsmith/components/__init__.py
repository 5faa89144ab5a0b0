"""Components, one file each; modules that begin with _ are what they share."""
