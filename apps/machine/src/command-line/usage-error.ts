/** Something a person at the terminal can put right: shown as it is, without a stack. */
export class UsageError extends Error {}
