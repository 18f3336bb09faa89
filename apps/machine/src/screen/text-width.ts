/** Kana, kanji and full-width forms take two columns. */
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;
// A nickname is somebody's own text: what moves a cursor must not reach the terminal.
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** As much of the text as fits, filled up with spaces. */
export function fitColumns(text: string, columns: number): string {
  let shown = '';
  let used = 0;
  for (const character of text.replace(unprintable, '')) {
    const width = columnsOf(character);
    if (used + width > columns) break;
    shown += character;
    used += width;
  }
  return shown + ' '.repeat(columns - used);
}

export function cleanText(text: string): string {
  return text.replace(unprintable, '');
}

function columnsOf(character: string): number {
  return wide.test(character) ? 2 : 1;
}
