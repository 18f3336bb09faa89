import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Endpoint } from '@tanren/contract/endpoint';
import fastJson from 'fast-json-stringify';
import { expect, test } from 'vitest';
import { projectRoot } from '#paths.ts';

const contract = path.join(projectRoot, 'packages', 'contract', 'src');

/** Every call that the contract declares. */
async function listEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(contract)).filter((name) => !name.endsWith('.test.ts'));
  const modules = await Promise.all(
    files.map(async (name) => (await import(path.join(contract, name))) as object),
  );
  const exported = modules.flatMap((module) => Object.values(module) as unknown[]);
  return exported.filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'schema' in value,
  );
}

test('every answer of the contract can be written by its schema', async () => {
  const endpoints = await listEndpoints();
  expect(endpoints.length).toBeGreaterThan(80);
  const refused = endpoints.flatMap(({ method, url, schema }) =>
    Object.entries(schema.response).flatMap(([status, answer]) => {
      try {
        fastJson(answer);
        return [];
      } catch (error) {
        return [`${method} ${url} ${status}: ${String(error)}`];
      }
    }),
  );
  expect(refused).toEqual([]);
});
