import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvLine } from './csv.ts';
import { anyText } from './testing/any-text.ts';

test('quotes only the cells that need it', () => {
  expect(formatCsvLine(['鍛太郎', 170.5, -1, true, null, ''])).toBe('鍛太郎,170.5,-1,true,,\r\n');
  expect(formatCsvLine(['a,b', 'say "hi"', '一行\n二行', ' x'])).toBe(
    '"a,b","say ""hi""","一行\n二行"," x"\r\n',
  );
});

test.each([
  '=1+1',
  '+81',
  '-2+3',
  '@SUM(A1)',
  '＝1',
  '＋1',
  '－1',
  '＠a',
  '\t=1',
  ' =1',
  '\n=1',
  '\r=1',
])('marks %j as text for a spreadsheet', (text) => {
  expect(formatCsvLine([text])).toMatch(/^"?'/);
});

test('keeps any text in one cell that never begins like a formula', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const line = formatCsvLine([text, 'end']);
      const quoted = /^"((?:[^"]|"")*)",end\r\n$/s.exec(line)?.[1]?.replaceAll('""', '"');
      const cell = quoted ?? /^([^",\r\n]*),end\r\n$/.exec(line)?.[1];
      expect(cell === text || cell === `'${text}`).toBe(true);
      expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
    }),
  );
});
