import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Endpoint } from '@tanren/contract/endpoint';
import { projectRoot } from '#config/paths.ts';

const contract = path.join(projectRoot, 'packages', 'contract', 'src');

/** Lists every call that the contract declares. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(contract, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const imported = await Promise.all(
    files.map(async (name) => (await import(path.join(contract, name))) as object),
  );
  const exported = imported.flatMap((module) => Object.values(module) as unknown[]);
  return exported.filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'schema' in value,
  );
}
