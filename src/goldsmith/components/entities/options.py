"""The options of the component `entities`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from goldsmith.learning.crf.features import FeatureTemplate
from goldsmith.learning.crf.tag_sets import TagSetName

NonNegative = Annotated[float, msgspec.Meta(ge=0)]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `entities`."""

    #: Mention types to find; if empty, all types of the training data.
    types: tuple[str, ...] = ()
    #: descent: our own training, fastest, hidden units. lbfgs, perceptron: crfsuite, linear.
    algorithm: Literal["descent", "lbfgs", "perceptron"] = "descent"
    #: descent: passes over the training data (0 chooses by the size of the corpus), hidden units,
    #: members of the ensemble, dropout rate, seed.
    epochs: Annotated[int, msgspec.Meta(ge=0)] = 0
    hidden: Annotated[int, msgspec.Meta(ge=0)] = 64
    members: Count = 2
    dropout: Annotated[float, msgspec.Meta(ge=0, lt=1)] = 0.3
    seed: int = 0
    #: descent: drop features that occur on fewer tokens; 0 means 2 in large corpora, 1 in others.
    least: Annotated[int, msgspec.Meta(ge=0)] = 0
    #: lbfgs: strength of L1 and L2 regularisation; lbfgs and perceptron: maximum iterations.
    c1: NonNegative = 0.05
    c2: NonNegative = 0.5
    iterations: Count = 150
    #: Overlapping mentions go to further layers; a layer is trained if it has this many mentions.
    layer_size: int = 40
    layers: Count = 3
    #: Decision threshold on the probability of a mention: lower raises recall, higher raises
    #: precision. F is usually highest at about half of the expected F.
    threshold: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.3
    #: Use B, I and O only, for comparison: discontiguous mentions become contiguous.
    plain: bool = False
    #: lbfgs, perceptron: the tags to learn, for comparison (`tag_sets`); by default biohd.
    tags: TagSetName | None = None
    #: Pool the evidence of an abbreviation that the text defines and of its long form.
    long_forms: bool = True
    #: Annotate all occurrences of a string in a document if most of them are mentions.
    repetition: bool = True
    features: FeatureTemplate = FeatureTemplate()
