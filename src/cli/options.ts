/** Reads options as the types they must have. */

import type { Given } from './commands.ts';

export function text({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function flag({ options }: Given, name: string): boolean {
  return options[name] === true;
}
