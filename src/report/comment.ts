/** Pure: the evidence comment, in the order in which a reviewer asks. */

import { renderMarker } from './marker.ts';
import { renderChange } from './sections/change.ts';
import { renderClaim } from './sections/claim.ts';
import { renderClockSection } from './sections/clock.ts';
import { renderDecision } from './sections/decision.ts';
import { renderFailures } from './sections/failures.ts';
import { renderFailingNames, renderFindings, renderHolding, renderNotices } from './sections/findings.ts';
import { renderFooter } from './sections/footer.ts';
import { renderAssurance, renderHeadline } from './sections/headline.ts';
import type { CommentView } from './view.ts';

/** GitHub refuses a comment of more than 65,536 characters; some room is left for how it counts them. */
const MAX_CHARACTERS = 65_000;

interface Section {
  readonly name: string;
  readonly render: (view: CommentView) => string;
  /** What stands in its place where all the sections that may go are gone and it is still too long. */
  readonly brief?: (view: CommentView) => string;
  /** The smallest goes first; sections without it stay. */
  readonly worth?: number;
}

const SECTIONS: readonly Section[] = [
  { name: 'the headline', render: renderHeadline },
  { name: 'what is proved', render: renderAssurance },
  { name: 'the findings', render: renderFindings, brief: renderFailingNames },
  { name: 'the rules that hold', render: renderHolding, worth: 1 },
  { name: 'the notices', render: renderNotices, worth: 2 },
  { name: 'the claim', render: renderClaim, worth: 6 },
  { name: 'the diff', render: renderChange, worth: 4 },
  { name: 'the clock', render: renderClockSection, worth: 5 },
  { name: 'the repeated failures', render: renderFailures, worth: 3 },
  { name: 'the decision', render: renderDecision, worth: 7 },
  { name: 'how to judge it yourself', render: renderFooter, worth: 8 },
];

const BY_WORTH = SECTIONS.filter(({ worth }) => worth !== undefined).sort(
  (one, other) => (one.worth ?? 0) - (other.worth ?? 0),
);

/** The comment on the pull request, from its marker on: of one spike, or of each that a branch carries on. */
export function renderComment(view: CommentView, ...others: readonly CommentView[]): string {
  return `${renderMarker(view.facts.head.commit)}\n${renderSummary(view, ...others)}`;
}

/** The same for the job summary and for `spike gate --markdown`. */
export function renderSummary(view: CommentView, ...others: readonly CommentView[]): string {
  const share = Math.floor(MAX_CHARACTERS / (others.length + 1));
  const texts = [view, ...others].map((one) => {
    const text = renderOne(one, share);
    return text.length <= share ? text : `${renderHeadline(one)}\n`;
  });
  return texts.join('\n');
}

function renderOne(view: CommentView, limit: number): string {
  const texts = new Map(SECTIONS.map((section) => [section, section.render(view)]));
  const dropped: Section[] = [];
  const fits = (): boolean => join(texts, dropped).length < limit;
  for (const section of BY_WORTH) {
    if (fits()) break;
    if (texts.get(section) === '') continue;
    texts.delete(section);
    dropped.push(section);
  }
  if (!fits()) {
    for (const section of SECTIONS) if (section.brief !== undefined) texts.set(section, section.brief(view));
  }
  return join(texts, dropped);
}

function join(texts: ReadonlyMap<Section, string>, dropped: readonly Section[]): string {
  const left =
    dropped.length === 0
      ? []
      : [`*Left out, since a comment has room for so much: ${dropped.map(({ name }) => name).join(', ')}.*`];
  return `${[...[...texts.values()].filter((text) => text !== ''), ...left].join('\n\n')}\n`;
}
