import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/parse.ts';
import { SETTINGS } from '../../src/config/settings.ts';
import { renderConfigTemplate } from '../../src/config/template.ts';
import { DEFAULT_CONFIG } from '../../src/core/config.ts';

test('the file that init writes states every setting at its default', () => {
  const template = renderConfigTemplate();
  expect(parseConfig(template, '.spike.yml')).toEqual(DEFAULT_CONFIG);
  const stated = [...template.matchAll(/^([a-z]+):/gm)].map(([, key]) => key);
  expect(stated).toEqual([...SETTINGS]);
});

test('it fits an editor of 80 columns', () => {
  expect(
    renderConfigTemplate()
      .split('\n')
      .filter((line) => line.length > 80),
  ).toEqual([]);
});
