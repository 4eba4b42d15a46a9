/** Pure: the version of this package, as a constant so that no command reads package.json to know it. */

export const VERSION = '0.1.0';
