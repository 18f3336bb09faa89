import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoint } from '@tanren/contract/endpoint';
import * as Type from 'typebox';
import { expect, test } from 'vitest';
import { bearer, buildTestApp } from '#test/support/app.ts';

const texts = endpoint({
  method: 'GET',
  url: '/texts',
  access: 'account',
  summary: 'Many texts',
  schema: {
    querystring: Type.Object({ count: Type.Integer() }, { additionalProperties: false }),
    response: { 200: Type.Object({ items: Type.Array(Type.String()) }) },
  },
});

const itemsOf = (count: number) => Array.from({ length: count }, (_, n) => `記録 ${n}`);

async function read(count: number, encoding?: string) {
  const app = await buildTestApp({
    modules: {
      members: async (scope) => {
        scope.route({
          ...texts,
          handler: async ({ query }) => ({ items: itemsOf(query.count) }),
        });
      },
    },
  });
  return await app.inject({
    url: `/api/texts?count=${count}`,
    headers: { ...bearer('alice'), ...(encoding !== undefined && { 'accept-encoding': encoding }) },
  });
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
] as const)('compresses a long answer to %s as %s', async (accepted, encoding, open) => {
  const { headers, rawPayload } = await read(500, accepted);
  expect(headers['content-encoding']).toBe(encoding);
  expect(headers['vary']).toBe('accept-encoding');
  expect(headers['content-length']).toBe(String(rawPayload.length));
  expect(rawPayload.length).toBeLessThan(2500);
  expect(JSON.parse(open(rawPayload).toString())).toEqual({ items: itemsOf(500) });
});

test.each([undefined, 'identity', 'zstd', 'gzip;q=0', 'x-gzip'])(
  'leaves a long answer to %s uncompressed',
  async (accepted) => {
    const { headers, body } = await read(500, accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['vary']).toBe('accept-encoding');
    expect(JSON.parse(body)).toEqual({ items: itemsOf(500) });
  },
);

test('leaves a short answer uncompressed', async () => {
  const { headers, body } = await read(3, 'br');
  expect(headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(body)).toEqual({ items: itemsOf(3) });
});
