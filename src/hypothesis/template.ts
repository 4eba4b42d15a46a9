/** Pure: the HYPOTHESIS.md that `spike new` puts in the control directory, to be filled in. */

import type { Slug } from '../core/brand.ts';

/** What is still to be written. Anyone may leave one behind in any value; `parse.ts` names it. */
export const PLACEHOLDER = /\(fill in: [^()]*\)/;

export function renderTemplate(slug: Slug): string {
  return `# ${slug}

<!-- Fill in what stands in "(fill in: ...)", then type: spike start
     From then on the text is fixed. Comments like this one are not read. -->

<!-- One change, and what it makes true. -->
Statement: (fill in: the one change, and what it makes true)

<!-- One command and its exit status; only it can show that the hypothesis
     holds. It runs without a shell: no pipes, variables or wildcards; put
     those in a script. In a folder: \`npm test\` in packages/app exits 0 -->
Observable: \`(fill in: the command)\` exits 0

<!-- What the spike may change, one path a line from the top of the repository:
     a file, a folder with everything below it (src/login/), or a git pattern
     (src/**/*.sql). -->
Paths:
- (fill in: a file or folder)

<!-- When to give up. The clock and the count of identical failures hold
     whatever is written here. -->
Kill: The same failing command uses up the budget of identical failures, or
the deadline passes, whichever comes first.

<!-- When to ship; may be left out. -->
Ship: The observable holds, and the budget is not used up.
`;
}
