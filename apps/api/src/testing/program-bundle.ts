import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { projectRoot } from '#paths.ts';

export interface ProgramBundle {
  readonly main: string;
}

/** The programs as they ship; tests read their paths by `inject('programs')`. */
export interface Programs {
  readonly server: ProgramBundle;
  /** The simulator. */
  readonly machine: ProgramBundle;
}

/** Built beside `dist`, so that tests never touch a build in use. */
async function buildProgram(app: 'api' | 'machine'): Promise<ProgramBundle> {
  const root = path.join(projectRoot, 'apps', app);
  await mkdir(path.join(root, '.cache'), { recursive: true });
  const outDir = await mkdtemp(path.join(root, '.cache', 'test-'));
  // Root leaves itself behind where another account can read the program, as in earnest.
  await chmod(outDir, 0o755);
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir },
  });
  return { main: path.join(outDir, 'main.js') };
}

export async function buildPrograms(): Promise<Programs> {
  const [server, machine] = await Promise.all([buildProgram('api'), buildProgram('machine')]);
  return { server, machine };
}

export async function removePrograms({ server, machine }: Programs): Promise<void> {
  for (const { main } of [server, machine]) {
    await rm(path.dirname(main), { recursive: true, force: true });
  }
}
