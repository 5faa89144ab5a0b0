"""Remedies by their codes, and their wording for users of the library."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Remedy(StrEnum):
    """A remedy by its code; each front end words it in its own terms."""

    NAME_FORMAT = "name-format"
    NAME_SET = "name-set"
    NAME_DONE_SET = "name-done-set"
    NAME_SCHEMA = "name-schema"
    NAME_TERMS = "name-terms"
    NAME_SOURCE = "name-source"
    NAME_RECORDS = "name-records"
    NAME_EACH = "name-each"
    NAME_COLUMN = "name-column"
    NAME_DATE_FORMAT = "name-date-format"
    NAME_DELIMITER = "name-delimiter"
    NAME_ENCODING = "name-encoding"
    NAME_TABLE = "name-table"
    NUMBER_NOTES = "number-notes"
    CHOOSE_ONE_SET = "choose-one-set"
    CHECK_SET = "check-set"
    CHOOSE_SET_NAME = "choose-set-name"
    CHOOSE_CODE_SYSTEM = "choose-code-system"
    CHOOSE_OUTPUT = "choose-output"
    OVERWRITE = "overwrite"
    START_AGAIN = "start-again"
    RESUME = "resume"
    KEEP_GOING = "keep-going"
    RAISE_LENGTH = "raise-length"
    ALLOW_LOSS = "allow-loss"
    HANDLE_MISSING = "handle-missing"
    HANDLE_DIFFERING = "handle-differing"
    NAME_ANNOTATORS = "name-annotators"
    NAME_ROLES = "name-roles"
    NAME_SETS = "name-sets"
    NAME_CONSENSUS = "name-consensus"
    DECIDE_UNITS = "decide-units"
    REOPEN_UNITS = "reopen-units"
    REMAKE_QUEUE = "remake-queue"
    HOLD_OUT = "hold-out"
    FOLD_BY_DOCUMENT = "fold-by-document"
    REDUCE_CLUSTERS = "reduce-clusters"
    REDUCE_PATIENTS = "reduce-patients"
    IGNORE_COLUMN = "ignore-column"
    DROP_SEED = "drop-seed"
    REWRITE_DATES = "rewrite-dates"
    PROTECT_KEY = "protect-key"
    TRAIN_MODEL = "train-model"
    BUILD_TERMS = "build-terms"
    SEARCH_TERMS = "search-terms"
    VALIDATE = "validate"
    CORRECT_OFFSETS = "correct-offsets"
    CHECK_GUIDELINE = "check-guideline"
    MAKE_GUIDELINE = "make-guideline"
    RELEASE_PROBLEMS = "release-problems"
    ALLOW_MIGRATION_LOSS = "allow-migration-loss"
    NAME_DATABASE = "name-database"
    CHOOSE_PORT = "choose-port"
    MAKE_OWNER = "make-owner"
    MAKE_CHRONICLES = "make-chronicles"


#: Remedy -> its wording for users of the library.
WORDING: Mapping[Remedy, str] = {
    Remedy.NAME_FORMAT: "Name the format explicitly",
    Remedy.NAME_SET: "Name the annotation set",
    Remedy.NAME_DONE_SET: "Name the set of the annotated documents",
    Remedy.NAME_SCHEMA: "Name the schema of the annotations",
    Remedy.NAME_TERMS: "Name the terminology",
    Remedy.NAME_SOURCE: "Name the kind of source explicitly",
    Remedy.NAME_RECORDS: "Name the file of the records",
    Remedy.NAME_EACH: "Give each its own name",
    Remedy.NAME_COLUMN: "Name the columns of the text and the id",
    Remedy.NAME_DATE_FORMAT: "Correct the row, or specify the date format",
    Remedy.NAME_DELIMITER: "Correct the row, or name the delimiter and the quoting",
    Remedy.NAME_ENCODING: "Name the encoding, or correct the file",
    Remedy.NAME_TABLE: "Name the table, or give a query",
    Remedy.NUMBER_NOTES: "Choose another column of ids, or number the notes",
    Remedy.CHOOSE_ONE_SET: "Name the one annotation set to write",
    Remedy.CHECK_SET: "Check the name of the annotation set, and its types against the schema",
    Remedy.CHOOSE_SET_NAME: "Choose another name for the new annotation set",
    Remedy.CHOOSE_CODE_SYSTEM: "Choose another code system for one of them",
    Remedy.CHOOSE_OUTPUT: "Choose another path for the output",
    Remedy.OVERWRITE: "Choose another path for the output, or allow overwriting",
    Remedy.START_AGAIN: "Allow overwriting to start again",
    Remedy.RESUME: "Resume the run, or allow overwriting to start again",
    Remedy.KEEP_GOING: "Correct these files, or keep going without them",
    Remedy.RAISE_LENGTH: "Keep going without long notes, or raise the limit of their length, which "
    "takes more memory",
    Remedy.ALLOW_LOSS: "Allow these losses, or choose a format that carries everything",
    Remedy.HANDLE_MISSING: "Count missing documents as empty, or skip them",
    Remedy.NAME_ANNOTATORS: "Name the sets of the annotators, or ask for all sets of the corpus",
    Remedy.NAME_ROLES: "Name the sets by their roles, the metadata fields, or a table of sets",
    Remedy.NAME_SETS: "Name the sets of the annotators",
    Remedy.NAME_CONSENSUS: "Choose another name for the consensus set",
    Remedy.DECIDE_UNITS: "Decide them, or let a policy decide the remainder",
    Remedy.REOPEN_UNITS: "Reopen these units and decide them again",
    Remedy.REMAKE_QUEUE: "Make the queue again and take over the decisions that still hold",
    Remedy.HANDLE_DIFFERING: "Skip them, or realign the annotations where only white space differs",
    Remedy.HOLD_OUT: "Start with fewer documents, or hold out fewer",
    Remedy.FOLD_BY_DOCUMENT: "Make the folds of documents instead",
    Remedy.REDUCE_CLUSTERS: "Add text, or ask for fewer clusters",
    Remedy.REDUCE_PATIENTS: "Ask for fewer patients",
    Remedy.IGNORE_COLUMN: "Rename the columns, or ignore them",
    Remedy.DROP_SEED: "Drop the seed",
    Remedy.REWRITE_DATES: "Write these dates as YYYY-MM-DD, or remove them",
    Remedy.PROTECT_KEY: "Make the file readable by its owner alone (chmod 600), and choose a new "
    "key if others may have read it",
    Remedy.TRAIN_MODEL: "Train a model first",
    Remedy.BUILD_TERMS: "Compile the terminology first",
    Remedy.SEARCH_TERMS: "Search the terminology for its name",
    Remedy.CORRECT_OFFSETS: "Give the text that was annotated and offsets in characters from its "
    "start, or convert the corpus without comparing the wording",
    Remedy.CHECK_GUIDELINE: "Correct these pages",
    Remedy.MAKE_GUIDELINE: "Make a guideline from a schema first",
    Remedy.RELEASE_PROBLEMS: "Correct them, or allow problems, which the data sheet then counts",
    Remedy.ALLOW_MIGRATION_LOSS: "Change the rules, or allow these losses",
    Remedy.NAME_DATABASE: "Name a PostgreSQL database",
    Remedy.CHOOSE_PORT: "Choose another port, or let the system choose a free one",
    Remedy.MAKE_OWNER: "Start the server and make its owner first",
    Remedy.MAKE_CHRONICLES: "Make the chronicles again",
    Remedy.VALIDATE: "Validate the corpus to list every such problem",
}
