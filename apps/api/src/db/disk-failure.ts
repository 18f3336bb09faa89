import { errorCode } from '#http/error-code.ts';
import { listCauses } from './database-failure.ts';

/** Instructions for the operator, by the SQLSTATEs that mean a problem with the disk. */
const remedies: Readonly<Record<string, string>> = {
  '53100':
    'the disk of the database is full: make room; calls that write fail until then, and nothing that was acknowledged is lost',
  '58030':
    'the disk of the database cannot be read or written: check it, and restore the last backup on another one (docs/backup.md)',
  XX001:
    'a file of the database is damaged: check the disk, and restore the last backup into a new DATA_DIR or database (docs/backup.md)',
  XX002:
    'an index of the database is damaged: check the disk, then reindex, or restore the last backup (docs/backup.md)',
};

/** Returns one line for the operator, or `null` when the failure is not about the disk. */
export function describeDiskFailure(error: unknown): string | null {
  const codes = listCauses(error).map((cause) => errorCode(cause) ?? '');
  return codes.map((code) => remedies[code]).find((remedy) => remedy !== undefined) ?? null;
}
