import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Slug } from '../../src/core/brand.ts';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';
import { judgedAs, type PullRequestShape } from '../../src/core/judged.ts';
import { isSlug } from '../../src/core/slug.ts';
import { refusalOf } from '../support/refusal.ts';

const CONFIG = { ...DEFAULT_CONFIG, branches: ['spike/*', 'team/try-*'], carriers: ['develop', 'release/next'] };

function slugs(...names: readonly string[]): readonly Slug[] {
  return names.map((name) => name as Slug);
}

function shape(over: Partial<PullRequestShape> = {}): PullRequestShape {
  return { branch: 'feature', sameRepository: true, bundles: [], trailed: [], ...over };
}

describe('a pull request is judged', () => {
  test.each<{ name: string; shape: Partial<PullRequestShape>; as: object }>([
    { name: 'not at all where nothing of it is a spike', shape: {}, as: { kind: 'none' } },
    { name: 'by its branch', shape: { branch: 'spike/a' }, as: { kind: 'spike', slug: 'a' } },
    { name: 'by its branch under another pattern', shape: { branch: 'team/try-a' }, as: { kind: 'spike', slug: 'a' } },
    { name: 'by the bundle that it changes', shape: { bundles: slugs('a') }, as: { kind: 'spike', slug: 'a' } },
    { name: 'by its trailers', shape: { trailed: slugs('a') }, as: { kind: 'spike', slug: 'a' } },
    {
      name: 'once where all of them agree',
      shape: { branch: 'spike/a', bundles: slugs('a'), trailed: slugs('a') },
      as: { kind: 'spike', slug: 'a' },
    },
    {
      name: 'as several where its branch and its bundle disagree',
      shape: { branch: 'spike/a', bundles: slugs('b') },
      as: { kind: 'several', slugs: ['a', 'b'] },
    },
    {
      name: 'as several where its bundles do',
      shape: { bundles: slugs('a', 'b'), trailed: slugs('c') },
      as: { kind: 'several', slugs: ['a', 'b', 'c'] },
    },
    {
      name: 'as several where two names differ in case alone',
      shape: { branch: 'spike/a', bundles: slugs('A') },
      as: { kind: 'several', slugs: ['a', 'A'] },
    },
    { name: 'as evidence by its branch', shape: { branch: 'spike-evidence/a' }, as: { kind: 'evidence', slug: 'a' } },
    {
      name: 'as evidence whatever bundles it holds: its own column refuses others',
      shape: { branch: 'spike-evidence/a', bundles: slugs('a', 'b'), trailed: slugs('c') },
      as: { kind: 'evidence', slug: 'a' },
    },
    { name: 'not at all on a carrier that carries nothing', shape: { branch: 'develop' }, as: { kind: 'none' } },
    {
      name: 'as a carrier of one',
      shape: { branch: 'develop', bundles: slugs('a') },
      as: { kind: 'carrier', slugs: ['a'] },
    },
    {
      name: 'as a carrier of every bundle and every trailer',
      shape: { branch: 'release/next', bundles: slugs('a', 'A'), trailed: slugs('b') },
      as: { kind: 'carrier', slugs: ['a', 'A', 'b'] },
    },
    {
      name: 'in full where the carrier is a fork’s',
      shape: { branch: 'develop', sameRepository: false, bundles: slugs('a') },
      as: { kind: 'spike', slug: 'a' },
    },
    {
      name: 'in full where the branch only begins like a carrier',
      shape: { branch: 'develop-2', bundles: slugs('a') },
      as: { kind: 'spike', slug: 'a' },
    },
  ])('$name', ({ shape: some, as }) => {
    expect(judgedAs(shape(some), CONFIG)).toEqual(as);
  });

  test('in full where a carrier bears the name of a spike', () => {
    const config = { ...CONFIG, carriers: ['spike/a'] };

    expect(judgedAs(shape({ branch: 'spike/a', bundles: slugs('a') }), config)).toEqual({ kind: 'spike', slug: 'a' });
  });
});

describe('a spike’s branch without a slug is refused, and how to name it is said', () => {
  test.each([
    ['spike/', 'rename the branch: git branch -m <prefix>/<slug>'],
    ['spike/a/b', 'rename the branch: git branch -m <prefix>/<slug>'],
    ['team/try-ä', 'rename the branch: git branch -m <prefix>/<slug>'],
    ['spike-evidence/', 'rename the branch: git branch -m spike-evidence/<slug>'],
    ['spike-evidence/a/b', 'rename the branch: git branch -m spike-evidence/<slug>'],
    ['spike-evidence/..', 'rename the branch: git branch -m spike-evidence/<slug>'],
  ])('%s', (branch, hint) => {
    const refusal = refusalOf(() => judgedAs(shape({ branch, bundles: slugs('a') }), CONFIG));

    expect(refusal).toMatchObject({
      code: 'refused',
      message: `expected a spike's branch to end in its slug, found ${branch}`,
      hint,
    });
  });
});

describe('whatever names a spike', () => {
  const names = fc.constantFrom('a', 'A', 'b', 'users-email', 'x.y_z');
  const shapes = fc.record({
    branch: fc.oneof(
      fc.constantFrom('main', 'develop', 'feature', 'spikes', 'xspike/a'),
      fc
        .tuple(fc.constantFrom('spike/', 'team/try-', 'spike-evidence/', 'spike', ''), fc.string({ maxLength: 8 }))
        .map((parts) => parts.join('')),
      names.map((name) => `spike/${name}`),
    ),
    sameRepository: fc.boolean(),
    bundles: fc.array(names, { maxLength: 3 }).map((some) => slugs(...some)),
    trailed: fc.array(names, { maxLength: 3 }).map((some) => slugs(...some)),
  });
  const PREFIXES = ['spike/', 'team/try-', 'spike-evidence/'];

  test('is never passed over', () => {
    const property = fc.property(shapes, ({ branch, ...rest }) => {
      const prefix = PREFIXES.find((one) => branch.startsWith(one));
      if (prefix !== undefined && !isSlug(branch.slice(prefix.length))) {
        return refusalOf(() => judgedAs({ branch, ...rest }, CONFIG)).code === 'refused';
      }
      const named = prefix !== undefined || rest.bundles.length > 0 || rest.trailed.length > 0;
      return (judgedAs({ branch, ...rest }, CONFIG).kind === 'none') === !named;
    });

    expect(() => fc.assert(property, { numRuns: 2000 })).not.toThrow();
  });

  test('is judged with every other that the pull request names, but for evidence', () => {
    const property = fc.property(shapes, (some) => {
      fc.pre(!some.branch.includes('/') && !some.branch.startsWith('spike-evidence/'));
      const judged = judgedAs(some, CONFIG);
      const all = new Set([...some.bundles, ...some.trailed]);
      if (judged.kind === 'none') return all.size === 0;
      const said = 'slugs' in judged ? judged.slugs : [judged.slug];
      return said.length === all.size && said.every((slug) => all.has(slug));
    });

    expect(() => fc.assert(property)).not.toThrow();
  });
});
