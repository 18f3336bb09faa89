import { expect, test } from 'vitest';

import { compilePage } from './web-build.ts';

test('every nonce is filled in, and the settings cannot leave their attribute', () => {
  const html =
    '<meta content="__CLIENT_CONFIG__"><style nonce="__CSP_NONCE__"><i nonce="__CSP_NONCE__">';
  const config = { userPoolId: `a"><script>'&$&$1`, userPoolClientId: '__CSP_NONCE' };
  const page = compilePage(html, config)('n0nce');
  expect(page.match(/nonce="n0nce"/g)).toHaveLength(2);
  const content = /content="([^"]*)"/.exec(page)?.[1] ?? '';
  expect(content).not.toMatch(/[<>']/);
  expect(JSON.parse(unescapeHtml(content))).toEqual(config);
});

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
