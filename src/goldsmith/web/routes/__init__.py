"""The routes of the API, one file per resource; each file lists its handlers as `handlers`."""
