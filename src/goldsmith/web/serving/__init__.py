"""The server as a process: its settings, its folder, its addresses, its start and its stop.

plan       what to serve and how
settings   the file `server.toml` of a folder
lock       one server for each folder
outer      the layer around the application: the path behind a proxy, the access log
run        starts and stops the server
process    the application of each worker process
"""
