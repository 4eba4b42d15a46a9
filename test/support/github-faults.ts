/** Trouble on demand: refusals, dropped connections, and code that runs in the middle of another's request. */

import { type Answer, refusal } from './github-operations.ts';

interface Matching {
  readonly method: string;
  /** From the API's root, without the query. */
  readonly path: string | RegExp;
  /** How often; once unless said. */
  readonly times?: number;
}

export interface Fault extends Matching {
  /** `drop` closes the connection without an answer. */
  readonly status: number | 'drop';
  readonly headers?: Readonly<Record<string, string>>;
  /** The server does as asked first, and only then fails: the asker cannot know. */
  readonly afterwards?: boolean;
}

/** Runs before the server does as asked, so that a test can let another run through first. */
interface Interruption extends Matching {
  readonly run: () => void | Promise<void>;
}

export interface Faults {
  readonly fail: (fault: Fault) => void;
  readonly interrupt: (interruption: Interruption) => void;
  readonly around: (method: string, path: string, serve: () => Promise<Answer>) => Promise<Answer | 'drop'>;
}

export function createFaults(): Faults {
  const faults: { fault: Fault; left: number }[] = [];
  const interruptions: { interruption: Interruption; left: number }[] = [];
  return {
    fail: (fault) => faults.push({ fault, left: fault.times ?? 1 }),
    interrupt: (interruption) => interruptions.push({ interruption, left: interruption.times ?? 1 }),
    around: async (method, path, serve) => {
      const due = interruptions.find(({ interruption, left }) => left > 0 && matches(interruption, method, path));
      if (due !== undefined) {
        due.left -= 1;
        await due.interruption.run();
      }
      const wrong = faults.find(({ fault, left }) => left > 0 && matches(fault, method, path));
      if (wrong === undefined) return serve();
      wrong.left -= 1;
      if (wrong.fault.afterwards === true) await serve();
      return wrong.fault.status === 'drop'
        ? 'drop'
        : { ...refusal(wrong.fault.status, 'Injected'), ...extra(wrong.fault) };
    },
  };
}

function extra({ headers }: Fault): Pick<Answer, 'headers'> {
  return headers === undefined ? {} : { headers };
}

function matches(wanted: Matching, method: string, path: string): boolean {
  if (wanted.method !== method) return false;
  return typeof wanted.path === 'string' ? wanted.path === path : wanted.path.test(path);
}
