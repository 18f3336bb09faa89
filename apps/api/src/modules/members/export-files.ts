import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Database } from '#db/database.ts';
import type {
  ExportCell,
  ExportedMember,
  ExportPart,
  ExportRow,
  StreamCsv,
} from '#modules/identity/member-data.service.ts';

/** Without it Excel takes UTF-8 for Shift_JIS. */
const byteOrderMark = '\ufeff';

/** RFC 4180. */
export function formatCsvLine(cells: readonly ExportCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(cell: ExportCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? defuse(cell) : String(cell);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Spreadsheets run text that starts like a formula, in a Japanese Excel also with full-width
 * signs; an apostrophe makes it text. Numbers are ours and may be negative.
 */
function defuse(text: string): string {
  return /^\s*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
}

/** A line is too little to be worth a trip through a compressor or a socket. */
const chunkLength = 16 * 1024;

/** UTF-8 of these, in chunks, asked for only as fast as they are read. */
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
  /** Begins to read when it is its turn. */
  readonly open: () => AsyncIterable<string>;
}

/** A JSON and a CSV file of each part, and a word of explanation. */
export function listExportFiles(
  db: Database,
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
 * One zip file of these, made while it is read: the reader's pace is the pace at which files
 * are opened and rows fetched, so the memory it takes does not grow with the size.
 */
export function zipFiles(files: readonly ExportFile[], modifiedAt: Date): Readable {
  const zip = new ZipFile();
  // Declared as less than it is.
  const output = zip.outputStream as PassThrough;
  let current: Readable | null = null;
  zip.on('error', (error: Error) => output.destroy(error));
  // Of a reader who left: ends the rows that were being read.
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

/** Of an account that lives elsewhere we keep nothing; the token says who it is. */
export const tokenAccountPart: ExportPart = {
  name: 'account',
  title: 'アカウント',
  headers: ['ID', 'メールアドレス', 'グループ'],
  async *readRows(_db, { sub, email = null, groups }) {
    yield { record: { sub, email, groups }, cells: [sub, email, groups.join('、')] };
  },
};
