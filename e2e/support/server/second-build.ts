import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const projectRoot = path.join(import.meta.dirname, '..', '..', '..');

/** Makes a second installation of the built app, whose files a test may replace. */
export async function installCopy(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'tanren-copy-'));
  for (const part of ['package.json', 'apps/api', 'apps/web/dist', 'apps/web/package.json']) {
    await cp(path.join(projectRoot, part), path.join(root, part), { recursive: true });
  }
  await symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'));
  return root;
}

export const newerBuild = 'newer';

/** Changes the files like a new build: every hashed name and the build id are different. */
export async function replaceBuild(root: string): Promise<void> {
  const dist = path.join(root, 'apps/web/dist');
  const assets = path.join(dist, 'client/assets');
  const description = path.join(dist, 'build.json');
  const { id } = JSON.parse(await readFile(description, 'utf8')) as { id: string };
  const names = await readdir(assets);
  const renamed = new Map<string, string>();
  for (const name of names) {
    if (/\.(?:js|css)$/.test(name)) renamed.set(name, name.replace(/\.(js|css)$/, '-new.$1'));
  }
  const rewrite = async (file: string) => {
    let text = (await readFile(file, 'utf8')).replaceAll(id, newerBuild);
    for (const [before, after] of renamed) text = text.replaceAll(before, after);
    await writeFile(file, text);
  };
  for (const name of names) {
    const file = path.join(assets, name);
    if (/\.(?:br|gz)$/.test(name)) await rm(file);
    else {
      await rewrite(file);
      await rename(file, path.join(assets, renamed.get(name) ?? name));
    }
  }
  const worker = path.join(dist, 'client/service-worker.js');
  for (const copy of ['br', 'gz']) await rm(`${worker}.${copy}`, { force: true });
  for (const page of await readdir(path.join(dist, 'pages')))
    await rewrite(path.join(dist, 'pages', page));
  await rewrite(worker);
  await rewrite(description);
}
