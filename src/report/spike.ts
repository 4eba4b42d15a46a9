/** Pure: all that is said of one spike, in the order in which a reviewer asks, and what goes first where there is less room. */

import { type Room, seeAlso } from './room.ts';
import { renderChange } from './sections/change.ts';
import { renderClaim } from './sections/claim.ts';
import { renderClockSection } from './sections/clock.ts';
import { renderDecision } from './sections/decision.ts';
import { renderFailures } from './sections/failures.ts';
import { mostOfARule, renderFailingNames, renderFindings, renderHolding, renderNotices } from './sections/findings.ts';
import { renderFooter } from './sections/footer.ts';
import { renderAssurance, renderHeadline } from './sections/headline.ts';
import { renderPictureSection } from './sections/picture.ts';
import type { CommentView } from './view.ts';

interface Section {
  readonly name: string;
  readonly render: (view: CommentView) => string;
  /** The smallest goes first; the headline never does. */
  readonly worth: number;
}

const HEADLINE: Section = { name: 'the headline', render: renderHeadline, worth: Number.POSITIVE_INFINITY };
const FINDINGS: Section = { name: 'the findings', render: () => '', worth: 10 };
const SECTIONS: readonly Section[] = [
  HEADLINE,
  { name: 'what is proved', render: renderAssurance, worth: 9 },
  FINDINGS,
  { name: 'the notices', render: renderNotices, worth: 2 },
  { name: 'the rules that hold', render: renderHolding, worth: 1 },
  { name: 'the claim', render: renderClaim, worth: 7 },
  { name: 'the diff', render: renderChange, worth: 4 },
  { name: 'the clock', render: renderClockSection, worth: 5 },
  { name: 'the repeated failures', render: renderFailures, worth: 3 },
  { name: 'the decision', render: renderDecision, worth: 8 },
  { name: 'how to judge it yourself', render: renderFooter, worth: 6 },
  { name: 'the picture', render: renderPictureSection, worth: 0 },
];

const BY_WORTH = SECTIONS.filter((section) => section !== HEADLINE).sort((one, other) => one.worth - other.worth);
/** Those worth less go before findings are told more briefly: nobody decides by them alone. */
const DECIDING = 6;

/** Findings of one rule: first so many, and then fewer or more as there is room. */
const SOME = 10;
const FEWER = [3, 1];

/** Never longer than the room, unless the first line alone is. */
export function renderSpike(view: CommentView, room: Room): string {
  const telling: Telling = {
    room,
    texts: new Map(SECTIONS.map((section) => [section, section.render(view)])),
    dropped: [],
  };
  const tellFindings = (most: number): void => {
    telling.texts.set(FINDINGS, renderFindings(view, { most, rest: seeAlso(room) }));
  };
  tellFindings(Math.min(SOME, room.findings));
  dropWhileTooLong(telling, DECIDING);
  for (const most of FEWER) if (!fits(telling)) tellFindings(most);
  if (!fits(telling)) telling.texts.set(FINDINGS, renderFailingNames(view, { rest: seeAlso(room) }));
  dropWhileTooLong(telling, HEADLINE.worth);
  return tellMoreFindings(view, telling);
}

interface Telling {
  readonly room: Room;
  readonly texts: Map<Section, string>;
  readonly dropped: Section[];
}

function dropWhileTooLong(telling: Telling, below: number): void {
  for (const section of BY_WORTH) {
    if (section.worth >= below || fits(telling)) return;
    if ((telling.texts.get(section) ?? '') === '') continue;
    telling.texts.set(section, '');
    telling.dropped.push(section);
  }
}

/** Twice as many each time, so that ten thousand findings cost little more than telling them once. */
function tellMoreFindings(view: CommentView, telling: Telling): string {
  const { room } = telling;
  let text = join(telling);
  const all = Math.min(mostOfARule(view), room.findings);
  for (let most = 2 * SOME; most < 2 * all; most *= 2) {
    telling.texts.set(FINDINGS, renderFindings(view, { most: Math.min(most, all), rest: seeAlso(room) }));
    const longer = join(telling);
    if (room.size(longer) > room.limit) break;
    text = longer;
  }
  return text;
}

function fits(telling: Telling): boolean {
  return telling.room.size(join(telling)) <= telling.room.limit;
}

function join({ texts, dropped, room }: Telling): string {
  const names = dropped.map(({ name }) => name).join(', ');
  const left = names === '' ? '' : `*Left out, since ${room.name} has room for so much: ${names}${seeAlso(room)}.*`;
  return `${[...texts.values(), left].filter((text) => text !== '').join('\n\n')}\n`;
}
