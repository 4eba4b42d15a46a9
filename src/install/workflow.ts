/** Pure: the workflow that gates pull requests, as `init` writes it. */

/** `branches` are those that spikes merge into, by name. */
export function renderWorkflow(branches: readonly string[]): string {
  return `# Lets a spike's pull request merge only with its hypothesis, its evidence, an
# intact command log and a diff inside the declared paths, and keeps one comment
# for the reviewer. Written by spike init; yours to change.
#
# It holds nothing back until its check, \`spike-gate\`, is required: "Make the
# check required" in the README of spike-gate says where.
name: spike-gate

on:
  # Takes this file, and so the action, from the default branch: no pull request
  # can switch its own gate off. Its token may also comment on pull requests
  # from forks. That is safe as long as nothing of the pull request is run here:
  # the action reads the commits as data. Add no checkout, ever, and no other
  # step.
  #
  # \`pull_request\` in its place makes the gate advice: that event takes this
  # file from the pull request, whose author can edit it, and gives forks a
  # token that may not comment. It is for a trial, and for where nobody may use
  # \`pull_request_target\`.
  pull_request_target:
    # The branches that spikes merge into. A check belongs to a commit, not to a
    # pull request: judged green for a base branch of its author's own making, a
    # commit would be green in another pull request, too. A branch that is not
    # here gets no check, so add each one whose rules require it.
    branches:
${branches.map((branch) => `      - ${scalar(literal(branch))}\n`).join('')}\
    # \`edited\` is how a new base branch shows; the other types are the ways a
    # pull request gets another head or another state.
    types:
      - opened
      - synchronize
      - reopened
      - edited
      - ready_for_review
      - converted_to_draft
  # A merge queue asks for the check again, on the commit that it would merge.
  # Where there is no queue this never happens.
  merge_group:
    types:
      - checks_requested

permissions:
  contents: read # to read the commits of the pull request
  pull-requests: write # to read it, and to keep the evidence comment

# One run at a time for one commit, so that the newest verdict on it comes last.
concurrency:
  group: >-
    spike-gate-\${{ github.event.pull_request.number }}-\${{
    github.event.pull_request.head.sha || github.event.merge_group.head_sha }}
  # A check that was cancelled stays red until it is run again by hand.
  cancel-in-progress: false

jobs:
  # The name of the check: what requires it looks for this very name. Give it no
  # \`if\`: a job that is skipped counts as passed.
  spike-gate:
    runs-on: ubuntu-latest
    # In place of GitHub's six hours. A check that is not there yet, or ran out
    # of time, lets nothing merge.
    timeout-minutes: 15
    steps:
      # To decide yourself when it changes, put the full id of a commit in place
      # of \`main\`.
      - uses: spike-gate/spike-gate@main
`;
}

/**
 * GitHub takes each entry for a pattern: of what means something in one, a branch may hold `+` and `!`. It takes `${{` for an
 * expression, and no escape prevents that; the wider pattern judges more.
 */
function literal(branch: string): string {
  return branch.replace(/[+!]/g, '\\$&').replace(/\$(?=\{\{)/g, '*');
}

/** In quotes, since a branch may be called `true`, `1e3` or `#1`; what is no plain character has an escape of YAML's. */
function scalar(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, escaped)}"`;
}

function escaped(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
