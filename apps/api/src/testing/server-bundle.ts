import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { projectRoot } from '#paths.ts';

export interface ServerBundle {
  readonly main: string;
  remove(): Promise<void>;
}

/** `main.ts` as it ships, built beside `dist` so that tests never touch a build in use. */
export async function buildServerBundle(): Promise<ServerBundle> {
  const root = path.join(projectRoot, 'apps', 'api');
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const outDir = await mkdtemp(path.join(root, '.cache', 'test-server-'));
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir },
  });
  return {
    main: path.join(outDir, 'main.js'),
    remove: () => rm(outDir, { recursive: true, force: true }),
  };
}
