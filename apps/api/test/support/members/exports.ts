import { expect } from 'vitest';
import type { Database } from '#db/database.ts';
import type { ExportRow, MemberData } from '#modules/identity/member-data.service.ts';

/** Reads what the export contains about a member, by the name of the part. */
export async function readExports(
  db: Database,
  { exports }: MemberData,
  sub: string,
): Promise<Readonly<Record<string, ExportRow[]>>> {
  const parts: Record<string, ExportRow[]> = {};
  for (const { name, headers, readRows } of exports) {
    const rows: ExportRow[] = [];
    for await (const row of readRows(db, { sub, groups: [] })) rows.push(row);
    for (const { cells } of rows) expect(cells).toHaveLength(headers.length);
    parts[name] = rows;
  }
  return parts;
}

/** Returns a function that reads one part of the export. */
export const createExportReader =
  (db: Database, data: MemberData) =>
  async (name: string, sub: string): Promise<ExportRow[]> => {
    const part = (await readExports(db, data, sub))[name];
    if (part === undefined) throw new Error(`there is no ${name}`);
    return part;
  };
