import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLinks, splitTitle } from './announcement-card.tsx';

function linksOf(content: string): (string | null)[] {
  return splitLinks(content).flatMap(({ href }) => (href === null ? [] : [href]));
}

describe('splitLinks', () => {
  it.each([
    ['詳しくは https://tanren.example/a?b=1 をご覧ください。', ['https://tanren.example/a?b=1']],
    ['https://tanren.example/a。次の文', ['https://tanren.example/a']],
    ['設定 /settings/userinfo から変更できます。', ['/settings/userinfo']],
    ['（/terms）と「/privacy-policy」', ['/terms', '/privacy-policy']],
    ['/tutorial\n/reservations', ['/tutorial', '/reservations']],
    ['9/30 まで、30km/h、12/3(火)', []],
    ['javascript:alert(1) http://evil.example //evil.example', []],
    ['<script>alert(1)</script> と <b>太字</b>', []],
    ['', []],
  ])('finds the links of %j', (content, expected) => {
    expect(linksOf(content)).toEqual(expected);
  });

  it('keeps every character, and links only to this app or to https', () => {
    const piece = fc.constantFrom(
      '/',
      'a',
      'https://',
      'b.example',
      '。',
      ' ',
      '\n',
      '<',
      '"',
      ':',
      '9',
      '-',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const content = pieces.join('');
        const parts = splitLinks(content);
        expect(parts.map(({ text }) => text).join('')).toBe(content);
        for (const href of linksOf(content)) expect(href).toMatch(/^(?:https:\/\/|\/[a-z])/);
      }),
    );
  });
});

describe('splitTitle', () => {
  const long = 'あ'.repeat(41);
  it.each([
    ['【休館のお知らせ】\n\n本文\n二行目', '休館のお知らせ', '本文\n二行目'],
    ['休館のお知らせ\n本文', '休館のお知らせ', '本文'],
    ['開店しました', '開店しました', ''],
    ['\n 開店しました \n', '開店しました', ''],
    [`点検を行います。${long}\n本文`, '点検を行います。', `${long}\n本文`],
    [`【本日】${long}`, `【本日】${'あ'.repeat(36)}…`, `【本日】${long}`],
    [`${long}。次の文`, `${'あ'.repeat(40)}…`, `${long}。次の文`],
    ['', '', ''],
  ])('%j has the title %j', (content, title, text) => {
    expect(splitTitle(content)).toEqual({ title, text });
  });
});
