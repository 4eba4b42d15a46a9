/** Pure: the workflow that gates pull requests, as `init` writes it. */

export const WORKFLOW = `# Lets a spike's pull request merge only with its hypothesis, its evidence, an
# intact command log and a diff inside the declared paths, and keeps one comment
# for the reviewer. Written by spike init; yours to change.
name: spike-gate

on:
  # Not pull_request: that one takes this file from the pull request itself, so
  # a spike could switch its own gate off, and it gives pull requests from forks
  # a token that may not comment. pull_request_target takes this file from the
  # default branch and has a token that may. That is safe as long as nothing of
  # the pull request is run here, so add no checkout and no other step: the
  # action reads the commits as data.
  pull_request_target:
    # \`edited\` is how a new base branch shows; the other types are the ways a
    # pull request gets another head or another state.
    types:
      - opened
      - synchronize
      - reopened
      - edited
      - ready_for_review
      - converted_to_draft

permissions:
  # To read the commits of the pull request.
  contents: read
  # To read the pull request, and to keep the evidence comment.
  pull-requests: write

concurrency:
  group: spike-gate-\${{ github.event.pull_request.number }}
  # A cancelled check stays red until it is run again by hand.
  cancel-in-progress: false

jobs:
  spike-gate:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      # To decide yourself when it changes, put the full id of a commit in place
      # of \`main\`.
      - uses: spike-gate/spike-gate@main
`;
