/** Pure: the modes of git's tree entries, and what people call them. */

/** Of the side on which there is nothing. */
export const ABSENT_MODE = '000000';
export const FILE_MODE = '100644';
export const EXECUTABLE_MODE = '100755';
export const LINK_MODE = '120000';
export const SUBMODULE_MODE = '160000';

/** With its article: `a symbolic link`. */
export function describeMode(mode: string): string {
  switch (mode) {
    case FILE_MODE:
      return 'a regular file';
    case EXECUTABLE_MODE:
      return 'an executable file';
    case LINK_MODE:
      return 'a symbolic link';
    case SUBMODULE_MODE:
      return 'a submodule';
    case '040000':
      return 'a folder';
  }
  return `mode ${mode}`;
}
