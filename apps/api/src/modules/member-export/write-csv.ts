import type { ExportRow, StreamCsv } from '#db/member-data.ts';
import { byteOrderMark, formatCsvLine } from './csv.ts';
import { streamTexts } from './stream-texts.ts';

export async function* writeCsv(
  headers: readonly string[],
  rows: AsyncIterable<ExportRow>,
): AsyncIterable<string> {
  yield byteOrderMark + formatCsvLine(headers);
  for await (const { cells } of rows) yield formatCsvLine(cells);
}

export const streamCsv: StreamCsv = (headers, rows) => streamTexts(writeCsv(headers, rows));
