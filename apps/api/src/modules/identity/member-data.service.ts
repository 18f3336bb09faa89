import type { Readable } from 'node:stream';
import type { CsvCell } from '@tanren/domain/csv';
import type { Queryable, Transaction } from '#db/database.ts';

/**
 * The data that a module stores about members. All of it is part of their export, and all of it is
 * erased.
 */
export interface MemberData {
  /** Deletes every row of the module that belongs to the member. */
  readonly erase: (tx: Transaction, sub: string) => Promise<void>;
  readonly exports: readonly ExportPart[];
}

/** One kind of record: a JSON and a CSV file of this name in the member's export. */
export interface ExportPart {
  readonly name: string;
  /** The title that the member reads. */
  readonly title: string;
  readonly headers: readonly string[];
  /**
   * Yields the rows. It is called once for each file, and read only as fast as the member
   * downloads. It reads in pages, so that no database connection is held while it waits for a slow
   * phone.
   */
  readonly readRows: (db: Queryable, member: ExportedMember) => AsyncIterable<ExportRow>;
}

export interface ExportRow {
  readonly record: Readonly<Record<string, unknown>>;
  /** One cell for each header, in words that members understand. */
  readonly cells: readonly CsvCell[];
}

/** Writes a CSV file as a stream, at the pace at which it is read. */
export type StreamCsv = (headers: readonly string[], rows: AsyncIterable<ExportRow>) => Readable;

/** The member of the verified token. */
export interface ExportedMember {
  readonly sub: string;
  readonly email?: string;
  readonly groups: readonly string[];
}
