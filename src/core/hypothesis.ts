/** Pure: what a HYPOTHESIS.md says once parsed. `hypothesis/parse.ts` makes it from the text. */

/** The command whose exit status decides the hypothesis. `cwd` is a folder from the top of the repository, `.` for the top. */
export interface Observable {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly exit: number;
}

export interface Hypothesis {
  /** Text of the first `#` heading, when there is one. */
  readonly title: string | undefined;
  readonly statement: string;
  readonly observable: Observable;
  /** The observable's whole paragraph, for the reader. */
  readonly observableText: string;
  /** Git pathspecs, `glob` semantics, from the top. Not empty. */
  readonly paths: readonly string[];
  readonly kill: string;
  readonly ship: string | undefined;
}
