import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { gzipIfAccepted } from './page-answer.ts';

const long = '鍛錬 '.repeat(500);

test.each([
  ['gzip, deflate, br', 'gzip'],
  ['br;q=1.0, gzip;q=0.5', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.0', null],
  ['br', null],
  ['xgzip', null],
  [undefined, null],
])('Accept-Encoding %s is answered with %s', async (header, encoding) => {
  const answer = await gzipIfAccepted(long, header);
  expect(answer.encoding).toBe(encoding);
  const bytes = encoding === null ? answer.body : gunzipSync(answer.body);
  expect(bytes.toString()).toBe(long);
});

test('short pages stay as they are', async () => {
  expect((await gzipIfAccepted('short', 'gzip')).encoding).toBeNull();
});
