import { sql } from './database.ts';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface Query {
  readonly sql: string;
  readonly params: readonly unknown[];
}

interface QueryPlan {
  /** The indexes by which tables are reached, in order of their names; or how else. */
  readonly ways: readonly string[];
  /** How many rows that took. */
  readonly rows: number;
  /** How many rows were read and then filtered out. */
  readonly removed: number;
}

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

/**
 * Runs the query and tells how PostgreSQL reached its rows. The heap of a bitmap scan counts by the
 * index below it. Small tables may be read in any way, and are left out.
 */
export async function explainQuery(
  url: string,
  { sql: statement, params }: Query,
  smallTables: readonly string[] = [],
): Promise<QueryPlan> {
  const explained = `explain (analyze, format json) ${statement}`;
  const rows = await sql<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(url, explained, [
    ...params,
  ]);
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (root === undefined) throw new Error('there is no plan');
  const scans = flatten(root).filter(
    (node) =>
      node['Node Type'].includes('Scan') &&
      !/^(CTE|WorkTable|Subquery|Bitmap Heap)/.test(node['Node Type']) &&
      !smallTables.some((table) => isOf(table, node)),
  );
  const sum = (of: (node: PlanNode) => number) => scans.reduce((all, node) => all + of(node), 0);
  return {
    ways: [...new Set(scans.map((node) => node['Index Name'] ?? node['Node Type']))].toSorted(),
    rows: sum((node) => node['Actual Rows'] * node['Actual Loops']),
    removed: sum((node) => node['Rows Removed by Filter'] ?? 0),
  };
}

/** A scan of a bitmap's index names no table; our indexes begin with its name. */
function isOf(table: string, node: PlanNode): boolean {
  return node['Relation Name'] === table || (node['Index Name'] ?? '').startsWith(`${table}_`);
}
