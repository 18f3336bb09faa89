/** Byte order mark, without which Excel reads UTF-8 as Shift_JIS. */
export const byteOrderMark = '\ufeff';

export type CsvCell = string | number | boolean | null;

/** Formats a line of a CSV file (RFC 4180). */
export function formatCsvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return '';
  const text = typeof cell === 'string' ? defuse(cell) : String(cell);
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Escapes text that a spreadsheet would run as a formula. A Japanese Excel also runs text with
 * full-width signs. An apostrophe makes it text. Numbers come from this program and may be
 * negative.
 */
function defuse(text: string): string {
  return /^\s*[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
}
