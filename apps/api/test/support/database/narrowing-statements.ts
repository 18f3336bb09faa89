/**
 * First migration that must not stop writes of a large table. Earlier ones were applied to smaller
 * tables: no release before it was used by more than a few gyms.
 */
export const firstConcurrent = '0048';

/** Patterns of statements that can break the previous release while it still runs. */
const narrowing: readonly RegExp[] = [
  /^drop (table|type|view|function|procedure|schema|sequence)\b/,
  /^alter table .*\bdrop column\b/,
  /^alter (table|type|view|index|sequence) .*\brename\b/,
  /^alter table .*\balter column \S+ (set data )?type\b/,
  /^alter table .*\bset not null\b/,
  /^alter table .*\badd constraint\b/,
  /^create unique index\b/,
];

/** A new column that the previous release cannot fill. */
const unfillable = /\badd column\b(?!.*\b(default|generated)\b).*\bnot null\b/;

/**
 * Lists the statements of a migration that could make the previous release fail. Tables that the
 * migration itself creates do not matter to that release. A line `-- contract: why` states that the
 * previous release no longer uses the removed parts, and accepts all of them.
 */
export function findNarrowing(migration: string): string[] {
  if (/^-- contract: \S/m.test(migration)) return [];
  const { statements, made } = readStatements(migration);
  return statements.filter((statement) => {
    const table = /^(?:alter table|create unique index .*? on) (?:only )?(?:public\.)?(\w+)/.exec(
      statement,
    )?.[1];
    if (table !== undefined && made.has(table)) return false;
    return [...narrowing, unfillable].some((pattern) => pattern.test(statement));
  });
}

/**
 * Lists the statements that would stop all writes of an existing table while an index is built.
 * `create index concurrently` does not, but leaves an invalid index when it is interrupted. The
 * statement before it must therefore drop that.
 */
export function findBlockingIndexes(migration: string): string[] {
  const { statements, made } = readStatements(migration);
  return statements.filter((statement, at) => {
    const [, isConcurrent, name = '', table = ''] =
      /^create (?:unique )?index (concurrently )?(\w+) on (?:public\.)?(\w+)/.exec(statement) ?? [];
    if (name === '' || made.has(table)) return false;
    const drop = `drop index concurrently if exists ${name}`;
    return isConcurrent === undefined || statements[at - 1] !== drop;
  });
}

function readStatements(migration: string) {
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
  return { statements, made };
}
