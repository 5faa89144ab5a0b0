"""The remedies of errors, worded as options of commands."""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.errors import GoldsmithError, InputError, LossError, Remedy

WORDING: Mapping[Remedy, str] = {
    Remedy.NAME_FORMAT: "Name the format with --from",
    Remedy.NAME_SET: "Name the annotation set with --set (--gold-set and --system-set for the two "
    "sides of a comparison)",
    Remedy.NAME_DONE_SET: "Name the set of the annotated documents with --done-set",
    Remedy.NAME_SCHEMA: "Name the schema with --schema",
    Remedy.NAME_TERMS: "Name the terminology with --terms",
    Remedy.NAME_SOURCE: "Name the kind of source with --source",
    Remedy.NAME_RECORDS: "Name the file of the records with --records",
    Remedy.NAME_EACH: "Give each its own name: NAME=PATH, or NAME=SET with --corpus",
    Remedy.NAME_COLUMN: "Name the columns with --text-column and --id-column",
    Remedy.NAME_DATE_FORMAT: "Correct the row, specify the date format with --date-format "
    "(%d/%m/%Y), or leave the column out with --ignore-column",
    Remedy.NAME_DELIMITER: "Correct the row, or name the delimiter and the quoting with "
    "--delimiter and --quoting",
    Remedy.NAME_ENCODING: "Name the encoding with --encoding, or correct the file",
    Remedy.NAME_TABLE: "Name it with --table, or give a --query",
    Remedy.NUMBER_NOTES: "Choose another column with --id-column, or number the notes with "
    "--number",
    Remedy.CHOOSE_ONE_SET: "Name the one annotation set to write with --set, or choose a format "
    "that carries several: `goldsmith formats` shows them",
    Remedy.CHECK_SET: "Check --set, and the types of the annotations: goldsmith validate",
    Remedy.CHOOSE_SET_NAME: "Choose another name with --set-name",
    Remedy.CHOOSE_CODE_SYSTEM: "Choose another code system for one of them with --system",
    Remedy.CHOOSE_OUTPUT: "Choose another path for the output",
    Remedy.OVERWRITE: "Choose another path for the output, or replace it with --overwrite",
    Remedy.START_AGAIN: "Start again with --overwrite",
    Remedy.RESUME: "Continue it with --resume, or start again with --overwrite",
    Remedy.KEEP_GOING: "Correct them, or leave them out with --keep-going",
    Remedy.RAISE_LENGTH: "Leave them out with --keep-going, or raise the limit with "
    "--longest-note, which takes more memory",
    Remedy.ALLOW_LOSS: "Allow it with --allow-loss, or choose a format that carries everything: "
    "`goldsmith formats` shows what each format carries",
    Remedy.HANDLE_MISSING: "Count documents that a side lacks as empty with --missing empty, "
    "or leave out documents of one side with --missing skip",
    Remedy.NAME_ANNOTATORS: "Name the sets, or compare all sets of a corpus with --all-sets",
    Remedy.NAME_ROLES: "Name the sets with --sets, --gold, --consensus and --system, a metadata "
    "field with --field, and a table of sets and runs with --facts",
    Remedy.NAME_SETS: "Name two or more sets of --corpus, or paths with one annotator each",
    Remedy.NAME_CONSENSUS: "Choose another name with --as",
    Remedy.DECIDE_UNITS: "Decide them with `goldsmith adjudicate decide`, or let a policy decide "
    "the remainder with --auto",
    Remedy.REOPEN_UNITS: "Reopen them with `goldsmith adjudicate reopen` and decide them again",
    Remedy.REMAKE_QUEUE: "Make the queue again, and take over the decisions that still hold with "
    "--decisions",
    Remedy.HANDLE_DIFFERING: "Leave them out with --differing skip, or move the annotations where "
    "only white space differs with --differing realign",
    Remedy.HOLD_OUT: "Start with fewer documents (--start), or hold out fewer (--test-share)",
    Remedy.FOLD_BY_DOCUMENT: "Make folds of documents with --together document",
    Remedy.REDUCE_CLUSTERS: "Add text, or ask for fewer clusters with --size",
    Remedy.REDUCE_PATIENTS: "Ask for fewer patients with --patients",
    Remedy.IGNORE_COLUMN: "Rename the columns, or ignore them with --ignore-column",
    Remedy.DROP_SEED: "Leave out --seed",
    Remedy.REWRITE_DATES: "Write these dates as YYYY-MM-DD, or remove them",
    Remedy.PROTECT_KEY: "Make it readable by you alone: chmod 600 KEY. If others may have read it, "
    "make a new key",
    Remedy.TRAIN_MODEL: "Train a model first: goldsmith train",
    Remedy.BUILD_TERMS: "Compile it with `goldsmith terms build` or `goldsmith terms add`",
    Remedy.SEARCH_TERMS: "Search for it by name: goldsmith terms search",
    Remedy.CORRECT_OFFSETS: "Give the text that was annotated and offsets in characters from its "
    "start: goldsmith validate lists every such mention. If the offsets are right, convert the "
    "corpus with --ignore-wording",
    Remedy.MAKE_GUIDELINE: "Make a guideline from a schema: goldsmith guidelines new",
    Remedy.CHECK_GUIDELINE: "Correct these pages; list the problems again with `goldsmith "
    "guidelines check`",
    Remedy.RELEASE_PROBLEMS: "Correct them (goldsmith validate lists all), or release the corpus "
    "as it is with --allow-problems",
    Remedy.ALLOW_MIGRATION_LOSS: "Change the rules, or allow it with --allow-loss and these names",
    Remedy.NAME_DATABASE: "Name it with --database",
    Remedy.CHOOSE_PORT: "Choose another with --port; 0 chooses any free port",
    Remedy.MAKE_OWNER: "Start it with goldsmith serve --owner NAME first",
    Remedy.MAKE_CHRONICLES: "Make the chronicles again: goldsmith chronicle CORPUS --out FOLDER",
    Remedy.VALIDATE: "List every such problem: goldsmith validate",
}


def describe_error(error: GoldsmithError) -> str:
    """Return the message of an error with its remedy worded for the command line."""
    return error.describe(word_remedy) if isinstance(error, InputError) else str(error)


def word_remedy(error: InputError) -> str:
    """Return the remedy of an error as options of a command."""
    if isinstance(error, LossError):
        return _word_loss(error)
    code = error.remedy_code
    return error.remedy_text if code is None else WORDING[code]


def _word_loss(error: LossError) -> str:
    names = ",".join(sorted(name for name in error.losses if name != "several-sets"))
    if not error.sets:
        return (
            f"Allow it with --allow-loss {names} (or --allow-loss all), or choose another format: "
            "`goldsmith formats` shows what each format carries"
        )
    remedy = WORDING[Remedy.CHOOSE_ONE_SET]
    return f"{remedy}. Allow the other losses with --allow-loss {names}" if names else remedy
