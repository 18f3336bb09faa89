import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsvLine } from './export-files.ts';

test('cells are quoted only where they must be', () => {
  expect(formatCsvLine(['鍛太郎', 170.5, -1, true, null, ''])).toBe('鍛太郎,170.5,-1,true,,\r\n');
  expect(formatCsvLine(['a,b', 'say "hi"', '一行\n二行', ' x'])).toBe(
    '"a,b","say ""hi""","一行\n二行"," x"\r\n',
  );
});

test.each(['=1+1', '+81', '-2+3', '@SUM(A1)', '＝1', '＋1', '－1', '＠a', '\t=1', ' =1', '\n=1'])(
  'a spreadsheet reads %j as text',
  (text) => {
    expect(formatCsvLine([text])).toMatch(/^"?'/);
  },
);

test('whatever the text, it stays one cell and never begins like a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = formatCsvLine([text, 'end']);
      const quoted = /^"((?:[^"]|"")*)",end\r\n$/s.exec(line)?.[1]?.replaceAll('""', '"');
      const cell = quoted ?? /^([^",\r\n]*),end\r\n$/.exec(line)?.[1];
      expect(cell === text || cell === `'${text}`).toBe(true);
      expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
    }),
  );
});
