"""The team's server: an HTTP API over the store and the verbs of `project`.

    app         makes the application
    workbench   the objects that the routes share: database, journal, settings
    errors      errors as responses
    needs       what each route needs: a permission, a session, nothing
    security/   who is asking: sessions, tokens, protection against forged requests
    routes/     the API, one file per resource
    pages/      the pages of the workbench, rendered on the server
    static/     the scripts of the annotate and adjudicate screens
    openapi     the description of the routes
    serving/    the server as a process: start, stop, reverse proxy

Routes are thin: they call one function of the store or of `project` and return its result.
"""
