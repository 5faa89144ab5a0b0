"""Every error that Goldsmith raises.

    GoldsmithError
    ├── InputError          the input is wrong; the command line exits with 2
    │   ├── SchemaError     a schema file is wrong; lists all of its problems
    │   ├── BadFiles        files of a corpus cannot be read; contains an error for each
    │   ├── LossError       the target format cannot hold everything
    │   ├── UnknownName     a name is not registered; lists the registered names
    │   └── QueryError      a query over chronicles is wrong; contains the position of the error
    ├── RequestError        a request to the team's server that it does not fulfil
    │   ├── NotSignedIn     nobody is signed in, or the password or token is wrong
    │   ├── Forbidden       the person's roles or the token's scopes do not allow it
    │   ├── NotFound        there is no such thing, or the person may not know of it
    │   ├── Conflict        it contradicts the present state; contains the intervening changes
    │   ├── TooManyRequests the same attempt was made too often
    │   └── Unavailable     the server is stopping; the same request works later
    └── MissingExtra        an optional dependency is not installed; gives the pip command

A message states the place, the problem, what was expected and what to do. It never quotes the
note: messages end up in logs, and notes describe patients.

What to do is plain text or a `Remedy`. A `Remedy` is a code, because the library, the command line
and the browser offer the same remedy in different ways: an argument, an option, a button. `str()`
of an error words it for users of the library; another front end passes its own wording to
`InputError.describe`.
"""

from goldsmith.errors.base import GoldsmithError, MissingExtra
from goldsmith.errors.ids import MAX_QUOTE, list_ids, quote_id, shorten_id
from goldsmith.errors.inputs import (
    BadFiles,
    InputError,
    LossError,
    QueryError,
    SchemaError,
    UnknownName,
)
from goldsmith.errors.remedies import Remedy
from goldsmith.errors.requests import (
    Conflict,
    Forbidden,
    NotFound,
    NotSignedIn,
    RequestError,
    TooManyRequests,
    Unavailable,
)

__all__ = [
    "MAX_QUOTE",
    "BadFiles",
    "Conflict",
    "Forbidden",
    "GoldsmithError",
    "InputError",
    "LossError",
    "MissingExtra",
    "NotFound",
    "NotSignedIn",
    "QueryError",
    "Remedy",
    "RequestError",
    "SchemaError",
    "TooManyRequests",
    "Unavailable",
    "UnknownName",
    "list_ids",
    "quote_id",
    "shorten_id",
]
