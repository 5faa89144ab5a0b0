"""What goes into the team's server and comes out of it: imports, exports, backups.

uploads   files that people send, checked before they are read
sources   what an import reads
importer  documents with their annotations into a project
exporter  documents with their annotations out of a project
gold      one set of each document, for training and releases
packing   folders as zip archives
downloads files that jobs made, for those who may take them
backup    the whole server as one archive, and back
"""
