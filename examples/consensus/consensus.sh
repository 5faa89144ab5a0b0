#!/usr/bin/env bash
# From made-up notes to a consensus set: double annotation of about 200 notes as in CLEF.
# Run it in an empty folder. docs/tutorials/consensus.md explains each step.
set -euo pipefail

goldsmith demo make --patients 6 --seed 3 --layer clef --out notes
goldsmith demo annotate A1=annotator A2=annotator --corpus notes --gold clef --out annotated
goldsmith agree A1 A2 --corpus annotated --schema clef

goldsmith adjudicate A1 A2 --corpus annotated --rules clef --out queue
goldsmith demo adjudicate queue --gold clef --right 0.95
goldsmith adjudicate apply queue --out consensus

goldsmith adjudicate summary queue --html adjudication.html
goldsmith score --gold clef --system A1 --system A2 --system consensus --corpus consensus --task clef
goldsmith validate consensus --set consensus --schema clef
