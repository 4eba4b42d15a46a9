import { describe, expect, test } from 'vitest';
import { renderStatus, renderStatusShort } from '../../src/report/status.ts';
import { buildLedger, type LedgerBuilder, OBSERVABLE, TEN_O_CLOCK, treeId } from './ledger.ts';
import { greenLedger, HOSTILE, spentLedger } from './spikes.ts';

const PLAIN = { colour: false };

function push(branch: string): readonly string[] {
  return [`git push -u origin ${branch}`];
}

function at(minute: number): number {
  return TEN_O_CLOCK + minute * 60;
}

const STATES: readonly { name: string; ledger: () => LedgerBuilder; minute: number; short: string }[] = [
  { name: 'fresh', ledger: () => buildLedger(), minute: 0, short: 'spike users-email 90m left 0/3' },
  {
    name: 'at-work',
    ledger: () =>
      buildLedger()
        .run(6, { argv: OBSERVABLE, exit: 1 })
        .run(14, { argv: ['make'], exit: 2 })
        .run(28, { argv: OBSERVABLE, exit: 1 })
        .begin(28, ['npm', 'test']),
    minute: 28,
    short: 'spike users-email 62m left 2/3',
  },
  { name: 'held', ledger: greenLedger, minute: 61, short: 'spike users-email 29m left 2/3' },
  { name: 'budget-spent', ledger: spentLedger, minute: 40, short: 'spike users-email budget spent' },
  {
    name: 'expired',
    ledger: () => greenLedger().refuse(95, ['make'], 'clock-expired'),
    minute: 96,
    short: 'spike users-email clock expired',
  },
  { name: 'shipped', ledger: () => greenLedger().seal(62, {}), minute: 120, short: 'spike users-email shipped' },
  {
    name: 'killed',
    ledger: () => spentLedger().seal(40, { decision: 'kill' }),
    minute: 120,
    short: 'spike users-email killed',
  },
  { name: 'last-seconds', ledger: () => buildLedger(), minute: 89, short: 'spike users-email 60s left 0/3' },
];

describe('the status says all', () => {
  test.each(STATES)('$name', async ({ name, ledger, minute, short }) => {
    const view = { attempt: ledger().attempt(true), now: at(minute), push };
    const text = renderStatus(view, PLAIN);

    await expect(text).toMatchFileSnapshot(`snapshots/terminal/status-${name}.txt`);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(renderStatusShort(view)).toBe(short);
  });
});

test('hostile text neither leaves its line nor reaches the terminal', () => {
  const argv = ['sh', '-c', `\u001b[2J${HOSTILE}`];
  const attempt = buildLedger({ reason: HOSTILE, attempt: 2, previous: buildLedger().head() })
    .run(1, { argv, exit: 1 })
    .begin(2, argv)
    .attempt(true);
  const text = renderStatus({ attempt, now: at(3), push }, PLAIN);

  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  expect(text).not.toMatch(/^## heading/m);
});

test('colour is only for who asks, and changes no word', () => {
  const view = { attempt: spentLedger().attempt(), now: at(40), push };
  const coloured = renderStatus(view, { colour: true });

  expect(coloured).toContain('\u001b[31m3/3');
  expect(coloured.split(/\p{Cc}\[\d+m/u).join('')).toBe(renderStatus(view, PLAIN));
});

test('many failures are counted, not hidden', () => {
  const ledger = buildLedger();
  for (let index = 0; index < 30; index += 1) ledger.run(index, { argv: ['make', `${index}`], exit: 1 });

  expect(renderStatus({ attempt: ledger.attempt(), now: at(40), push }, PLAIN)).toContain('and 20 more');
});

test('an observable that held while files changed is not taken for one that can ship', () => {
  const attempt = buildLedger().run(1, { argv: OBSERVABLE, exit: 0 }).attempt();

  expect(renderStatus({ attempt, now: at(2), push }, PLAIN)).toContain('held at minute 1 on no one tree');
  expect(renderStatus({ attempt, now: at(2), push }, PLAIN)).not.toContain('spike ship');
  expect(
    renderStatus(
      {
        attempt: buildLedger()
          .run(1, { argv: OBSERVABLE, exit: 0, tree: treeId('t') })
          .attempt(),
        now: at(2),
        push,
      },
      PLAIN,
    ),
  ).toContain('spike ship');
});
