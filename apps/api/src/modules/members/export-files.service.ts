import { type PassThrough, Readable } from 'node:stream';
import { byteOrderMark, formatCsvLine } from '@tanren/domain/csv';
import { ZipFile } from 'yazl';
import type { Queryable } from '#db/database.ts';
import type {
  ExportedMember,
  ExportPart,
  ExportRow,
  StreamCsv,
} from '#modules/identity/member-data.service.ts';

/** Minimum length of a chunk. A single line is too little for a compressor or a socket. */
const chunkLength = 16 * 1024;

/** Streams texts as UTF-8 in chunks, and reads them only as fast as the reader does. */
function streamTexts(texts: AsyncIterable<string>): Readable {
  return Readable.from(gather(texts), { objectMode: false, highWaterMark: chunkLength });
}

async function* gather(texts: AsyncIterable<string>): AsyncIterable<Buffer> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < chunkLength) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}

async function* writeCsv(
  headers: readonly string[],
  rows: AsyncIterable<ExportRow>,
): AsyncIterable<string> {
  yield byteOrderMark + formatCsvLine(headers);
  for await (const { cells } of rows) yield formatCsvLine(cells);
}

export const streamCsv: StreamCsv = (headers, rows) => streamTexts(writeCsv(headers, rows));

interface ExportFile {
  readonly name: string;
  /** Opens the file. Reading begins when it is the file's turn. */
  readonly open: () => AsyncIterable<string>;
}

/** Lists a JSON and a CSV file of each part, and a file with an explanation. */
export function listExportFiles(
  db: Queryable,
  parts: readonly ExportPart[],
  member: ExportedMember,
): ExportFile[] {
  return [
    { name: 'README.txt', open: () => explain(parts) },
    ...parts.flatMap((part): ExportFile[] => [
      { name: `${part.name}.json`, open: () => writeJson(part.readRows(db, member)) },
      { name: `${part.name}.csv`, open: () => writeCsv(part.headers, part.readRows(db, member)) },
    ]),
  ];
}

async function* explain(parts: readonly ExportPart[]): AsyncIterable<string> {
  const lines = [
    'TANREN（鍛錬）でお預かりしている、あなたのデータです。',
    '',
    ...parts.map(({ name, title }) => `・${title}：${name}.csv、${name}.json`),
    '',
    '.csv は Excel などの表計算ソフトで、.json は各種のプログラムで開けます。',
    'CSV の日時は日本時間、JSON の日時は協定世界時（UTC）です。',
    '個人情報が含まれていますので、取り扱いにご注意ください。',
  ];
  yield `${byteOrderMark}${lines.join('\r\n')}\r\n`;
}

async function* writeJson(rows: AsyncIterable<ExportRow>): AsyncIterable<string> {
  let separator = '[\n';
  for await (const { record } of rows) {
    yield separator + JSON.stringify(record);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * Streams a zip file of these files. Files are opened and rows fetched at the pace of the reader,
 * so the memory does not grow with the size.
 */
export function zipFiles(files: readonly ExportFile[], modifiedAt: Date): Readable {
  const zip = new ZipFile();
  // The declared type of the library is narrower than the real stream.
  const output = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  zip.on('error', (error: Error) => output.destroy(error));
  // A reader who leaves ends the rows that were being read.
  output.once('close', () => current?.destroy());

  for (const { name, open } of files) {
    zip.addReadStreamLazy(name, { mtime: modifiedAt }, (start) => {
      current = streamTexts(open());
      current.on('error', (error) => output.destroy(error));
      start(null, current);
    });
  }
  zip.end();
  return output;
}

/**
 * The account part for accounts in Amazon Cognito. This program does not store them, so the data
 * comes from the token.
 */
export const tokenAccountPart: ExportPart = {
  name: 'account',
  title: 'アカウント',
  headers: ['ID', 'メールアドレス', 'グループ'],
  async *readRows(_db, { sub, email = null, groups }) {
    yield { record: { sub, email, groups }, cells: [sub, email, groups.join('、')] };
  },
};
