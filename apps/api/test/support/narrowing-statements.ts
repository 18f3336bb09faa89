/** Ends of statements that the release before, still running, may stumble over. */
const narrowing: readonly RegExp[] = [
  /^drop (table|type|view|function|procedure|schema|sequence)\b/,
  /^alter table .*\bdrop column\b/,
  /^alter (table|type|view|index|sequence) .*\brename\b/,
  /^alter table .*\balter column \S+ (set data )?type\b/,
  /^alter table .*\bset not null\b/,
  /^alter table .*\badd constraint\b/,
  /^create unique index\b/,
];

/** A new column that a writer who does not know it cannot fill. */
const unfillable = /\badd column\b(?!.*\b(default|generated)\b).*\bnot null\b/;

/**
 * The statements of a migration after which the release before could fail. What concerns tables
 * that the migration makes itself is no business of that release. A line `-- contract: why` says
 * that the release before no longer uses what is taken away here, and lets all of them pass.
 */
export function findNarrowing(migration: string): string[] {
  if (/^-- contract: \S/m.test(migration)) return [];
  const statements = migration
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, '')
    .split(';')
    .map((statement) => statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').trim().toLowerCase());
  const made = new Set(
    statements.flatMap(
      (statement) =>
        /^create table (?:if not exists )?(?:public\.)?(\w+)/.exec(statement)?.slice(1) ?? [],
    ),
  );
  return statements.filter((statement) => {
    const table = /^(?:alter table|create unique index .*? on) (?:only )?(?:public\.)?(\w+)/.exec(
      statement,
    )?.[1];
    if (table !== undefined && made.has(table)) return false;
    return [...narrowing, unfillable].some((pattern) => pattern.test(statement));
  });
}
