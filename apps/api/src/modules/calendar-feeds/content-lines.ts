/** RFC 5545, section 3.1: octets of a line, its end not counted. */
const longestLine = 75;

/** A text value: backslash, semicolon, comma and line end are spelt (section 3.3.11). */
export function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

/** UTC, to the second: the only form that means the same in every calendar. */
export function formatInstant(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

export function formatLines(lines: readonly string[]): string {
  return lines.map(foldLine).join('');
}

/** Between characters, because half a Japanese one would be unreadable for some calendars. */
function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > longestLine) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}
