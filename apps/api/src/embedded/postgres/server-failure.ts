/**
 * Advice for the operator by lines of PostgreSQL's log that mean a local problem: a full disk, a
 * damaged file, or a folder of another user. The first match counts.
 */
const failures: readonly (readonly [RegExp, string])[] = [
  [
    /No space left on device|Disk quota exceeded/,
    'its disk is full: make room and start again; nothing that was acknowledged is lost',
  ],
  [
    /control file|pg_control|could not find the database system/,
    'its file global/pg_control is damaged: check the disk, and restore the last backup into a new DATA_DIR (npm run restore)',
  ],
  [
    /valid checkpoint record|required checkpoint record|WAL ends before|invalid page|checksum|Input\/output error|could not read (?:block|file)|could not access status of transaction/,
    'its files are damaged: check the disk, and restore the last backup into a new DATA_DIR (npm run restore)',
  ],
  [
    /has wrong ownership|has invalid permissions|Permission denied/,
    'its folder belongs to another user, or is open to others: give it back by chown, and chmod 700 its folder data',
  ],
  [
    /shared memory|semaphores|Cannot allocate memory|out of memory/,
    'the machine has too little memory left: stop other programs',
  ],
];

/** Returns the advice for a line of the log. `null` when there is none. */
export function adviseOn(line: string): string | null {
  return failures.find(([pattern]) => pattern.test(line))?.[1] ?? null;
}

/**
 * Returns the log line with the reason why a server ended. It is the first one, because later ones
 * follow from it.
 */
export function findReason(log: string): string {
  const lines = log.trim().split('\n');
  return lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
}

/**
 * Returns the advice for the reason why the server ended. `null` when the log contains no reason,
 * or one that needs no advice.
 */
export function adviseOnEnd(log: string): string | null {
  const last = log.trim().split('\n').slice(-50);
  const reasons = last.filter((line) => /FATAL|PANIC/.test(line));
  return reasons.map(adviseOn).find((advice) => advice !== null) ?? null;
}

/** Removes the time and the process number, which precede PostgreSQL's own message. */
export function withoutPrefix(line: string): string {
  return line
    .replace(/^\S+ \S+ \S+ \[\d+\] /, '')
    .replace(/\s+/g, ' ')
    .trim();
}
