import { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import type { Database } from '#db/database.ts';
import { sql } from '#test/support/database.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement, or a builder of one. */
type Query = SQL | { toSQL(): { readonly sql: string; readonly params: readonly unknown[] } };

interface QueryPlan {
  /** Names of the indexes that were used, or node types without an index, in alphabetical order. */
  readonly ways: readonly string[];
  /** Number of rows that the scans returned. */
  readonly rows: number;
  /** Number of rows that were read and then filtered out. */
  readonly removed: number;
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/** Summarises a plan. The heap of a bitmap scan is counted by the index below it. */
function readPlan(root: PlanNode, isLeftOut: (node: PlanNode) => boolean): QueryPlan {
  const scans = flatten(root).filter(
    (node) =>
      node['Node Type'].includes('Scan') &&
      !/^(CTE|WorkTable|Subquery|Bitmap Heap|Named)/.test(node['Node Type']) &&
      !isLeftOut(node),
  );
  const sum = (of: (node: PlanNode) => number) => scans.reduce((all, node) => all + of(node), 0);
  return {
    ways: [...new Set(scans.map((node) => node['Index Name'] ?? node['Node Type']))].toSorted(),
    rows: sum((node) => node['Actual Rows'] * node['Actual Loops']),
    removed: sum((node) => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']),
  };
}

/**
 * Runs the query and returns how PostgreSQL reached its rows. Small tables may be read in any way,
 * and are left out.
 */
export async function explainQuery(
  url: string,
  query: Query,
  smallTables: readonly string[] = [],
): Promise<QueryPlan> {
  const { sql: statement, params } =
    query instanceof SQL ? new PgDialect().sqlToQuery(query) : query.toSQL();
  const explained = `explain (analyze, format json) ${statement}`;
  const rows = await sql<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(url, explained, [
    ...params,
  ]);
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (root === undefined) throw new Error('there is no plan');
  return readPlan(root, (node) => smallTables.some((table) => isOf(table, node)));
}

/**
 * Returns whether a node reads the table. A bitmap index scan names no table, but our index names
 * begin with it.
 */
function isOf(table: string, node: PlanNode): boolean {
  return node['Relation Name'] === table || (node['Index Name'] ?? '').startsWith(`${table}_`);
}

/**
 * A read, the indexes that it uses, the maximum number of rows that it may touch, and how many rows
 * it may read in vain.
 */
export type PlannedRead = readonly [
  name: string,
  query: Query,
  ways: readonly string[],
  rows: number,
  removed?: number,
];

/** Tests that each read reaches few rows, by its indexes alone. */
export function testReads(
  url: string,
  reads: readonly PlannedRead[],
  smallTables: readonly string[] = [],
): void {
  for (const [name, query, ways, rows, removed = 0] of reads) {
    test(`${name}: reads its own rows by index`, async () => {
      const plan = await explainQuery(url, query, smallTables);
      expect(plan.ways).toEqual(ways.toSorted());
      expect(plan.rows).toBeGreaterThan(0);
      expect(plan.rows).toBeLessThanOrEqual(rows);
      expect(plan.removed).toBeLessThanOrEqual(removed);
    });
  }
}

/** A statement that the program ran, restricted to the watched tables. */
export interface ExecutedStatement extends QueryPlan {
  readonly text: string;
  /** Pages of tables and indexes that were read in any way. */
  readonly pages: number;
}

type Settings = Readonly<Record<string, string>>;

/** Makes new connections report their plans. Existing ones are not affected. */
async function printPlans(url: string, planner: Settings): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const settings = {
    ...planner,
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    'auto_explain.log_nested_statements': 'on',
  };
  const alter = Object.entries(settings).map(
    ([key, value]) => `alter database ${name} set ${key} = '${value}';`,
  );
  await sql(url, `load 'auto_explain'; ${alter.join(' ')}`);
}

/**
 * Returns the plan of every statement that a piece of the program runs, including those of triggers
 * and foreign keys. The server itself sends it. `db` must not have a connection yet.
 */
export async function watchStatements(
  url: string,
  db: Database,
  tables: readonly string[],
  planner: Settings = {},
) {
  await printPlans(url, planner);
  let told: string[] = [];
  db.$client.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => told.push(message));
  });
  const read = (message: string): ExecutedStatement[] => {
    const begin = message.indexOf('plan:\n');
    if (begin === -1) return [];
    const { 'Query Text': text, Plan: root } = JSON.parse(message.slice(begin + 6)) as {
      readonly 'Query Text': string;
      readonly Plan: PlanNode;
    };
    const plan = readPlan(root, (node) => !tables.some((table) => isOf(table, node)));
    const pages = (root['Shared Hit Blocks'] ?? 0) + (root['Shared Read Blocks'] ?? 0);
    return [{ ...plan, text: text.replaceAll(/\s+/g, ' ').trim(), pages }];
  };
  return async (run: () => Promise<unknown>): Promise<ExecutedStatement[]> => {
    told = [];
    await run();
    return told.flatMap(read).filter(({ ways }) => ways.length > 0);
  };
}
