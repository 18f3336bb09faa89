/** Why a backup or a restore cannot be done, in words for the operator: printed as one line. */
export class BackupError extends Error {}
