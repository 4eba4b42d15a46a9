/** Pure: colour for a terminal, only where asked for. Whoever paints untrusted text has escaped it before. */

export interface Style {
  readonly colour: boolean;
  /** Columns to wrap at; nothing is wrapped where there is no terminal, so that a log keeps one line for each thing said. */
  readonly width?: number | undefined;
}

/** SGR parameters, by what the text is for. */
const SGR = { bad: '31', good: '32', caution: '33', hint: '36', strong: '1', quiet: '2' } as const;

export type Purpose = keyof typeof SGR | 'plain';

export function paint(text: string, purpose: Purpose, { colour }: Style): string {
  return colour && purpose !== 'plain' ? `\u001b[${SGR[purpose]}m${text}\u001b[0m` : text;
}
