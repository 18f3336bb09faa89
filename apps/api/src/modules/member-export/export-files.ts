import type { Database } from '#db/database.ts';
import type { ExportedMember, ExportPart, ExportRow } from '#db/member-data.ts';
import { byteOrderMark } from './csv.ts';
import { writeCsv } from './write-csv.ts';

export interface ExportFile {
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
