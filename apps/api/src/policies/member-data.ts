import type { Readable } from 'node:stream';
import type { Database, Transaction } from '#db/database.ts';

/** What a module keeps about members: all of it can be handed out, and all of it erased. */
export interface MemberData {
  /** Every row of the module that names the member. */
  readonly erase: (tx: Transaction, sub: string) => Promise<void>;
  readonly exports: readonly ExportPart[];
}

/** One kind of record: a JSON and a CSV file of this name in the member's export. */
export interface ExportPart {
  readonly name: string;
  /** Says what it is, to the member. */
  readonly title: string;
  readonly headers: readonly string[];
  /**
   * Read once for each file, as fast as the member's connection takes it: read in pages,
   * because no connection to the database may wait for a telephone.
   */
  readonly readRows: (db: Database, member: ExportedMember) => AsyncIterable<ExportRow>;
}

export interface ExportRow {
  readonly record: Readonly<Record<string, unknown>>;
  /** One for each header, in words a member understands. */
  readonly cells: readonly ExportCell[];
}

export type ExportCell = string | number | boolean | null;

/** A file for spreadsheets, made at the pace at which it is read. */
export type StreamCsv = (headers: readonly string[], rows: AsyncIterable<ExportRow>) => Readable;

/** From the verified token. */
export interface ExportedMember {
  readonly sub: string;
  readonly email?: string;
  readonly groups: readonly string[];
}
