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

/**
 * Returns one line for the operator, or `null` when the failure is not about the disk. Drizzle and
 * `pg` wrap the original error as `cause`.
 */
export function describeDiskFailure(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; depth += 1) {
    const remedy = 'code' in current ? remedies[String(current.code)] : undefined;
    if (remedy !== undefined) return remedy;
    current = current.cause;
  }
  return null;
}
