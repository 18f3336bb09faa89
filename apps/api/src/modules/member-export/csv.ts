import type { ExportCell } from '#db/member-data.ts';

/** Without it Excel takes UTF-8 for Shift_JIS. */
export const byteOrderMark = '\ufeff';

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
