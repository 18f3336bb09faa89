/**
 * Thrown when a backup or a restore is impossible. The message is for the operator and is printed
 * as one line.
 */
export class BackupError extends Error {}
