/** Says what was wrong with a command line; the usage follows. */
export class UsageError extends Error {}
