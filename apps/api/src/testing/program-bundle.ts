import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { projectRoot } from '#paths.ts';

export interface ProgramBundle {
  readonly main: string;
  remove(): Promise<void>;
}

/** A program's `main.ts` as it ships, built beside `dist` so that tests never touch a build in use. */
async function buildProgram(app: 'api' | 'machine'): Promise<ProgramBundle> {
  const root = path.join(projectRoot, 'apps', app);
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const outDir = await mkdtemp(path.join(root, '.cache', 'test-'));
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

export const buildServerBundle = () => buildProgram('api');

/** The simulator. */
export const buildMachineBundle = () => buildProgram('machine');
