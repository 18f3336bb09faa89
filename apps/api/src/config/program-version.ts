import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './paths.ts';

/** Returns the version of this release, as `CHANGELOG.md` and its tag name it. */
export function readProgramVersion(): string {
  const manifest = readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
