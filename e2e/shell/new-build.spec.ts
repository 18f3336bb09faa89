import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { followInside } from '#support/navigation.ts';
import { type RunningServer, startServer } from '#support/server.ts';

const projectRoot = path.join(import.meta.dirname, '..', '..');

/** A second installation of the built app, whose files a test may replace. */
async function installCopy(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'tanren-copy-'));
  for (const part of ['package.json', 'apps/api', 'apps/web/dist', 'apps/web/package.json']) {
    await cp(path.join(projectRoot, part), path.join(root, part), { recursive: true });
  }
  await symlink(path.join(projectRoot, 'node_modules'), path.join(root, 'node_modules'));
  return root;
}

/** What a new build does to the old one's files: every hashed name is another. */
async function replaceBuild(root: string): Promise<void> {
  const dist = path.join(root, 'apps/web/dist');
  const assets = path.join(dist, 'client/assets');
  const names = await readdir(assets);
  const renamed = new Map<string, string>();
  for (const name of names) {
    if (/\.(?:js|css)$/.test(name)) renamed.set(name, name.replace(/\.(js|css)$/, '-new.$1'));
  }
  const rewrite = async (file: string) => {
    let text = await readFile(file, 'utf8');
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
  for (const page of await readdir(path.join(dist, 'pages')))
    await rewrite(path.join(dist, 'pages', page));
  const build = JSON.parse(await readFile(path.join(dist, 'build.json'), 'utf8')) as { id: string };
  await writeFile(path.join(dist, 'build.json'), JSON.stringify({ ...build, id: 'newer' }));
}

let root: string;
let server: RunningServer;

test.beforeEach(async () => {
  root = await installCopy();
  const settings = JSON.parse(process.env['SERVER_SETTINGS'] ?? '{}') as Record<string, string>;
  server = await startServer(settings, root);
});

test.afterEach(async () => {
  await server.stop();
  await rm(root, { recursive: true, force: true });
});

async function readLatestBuild(request: APIRequestContext): Promise<string> {
  const answer = await request.get(`${server.url}/builds/latest.json`);
  return ((await answer.json()) as { id: string }).id;
}

test('a page open during a new build reloads into it, and stays in the app when the server is gone', async ({
  page,
}) => {
  await page.goto(`${server.url}/register`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await replaceBuild(root);
  await expect.poll(() => readLatestBuild(page.request)).toBe('newer');
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await followInside(page, '/register/userinfo');
  await expect(page.getByRole('heading', { level: 1, name: 'プロフィールの登録' })).toBeVisible();
  expect(documents).toBe(1);
  await expect(page.locator('script[src*="/index-"][src*="-new.js"]')).toHaveCount(1);
  await server.stop();
  await followInside(page, '/forgot-password');
  await expect(page.getByRole('heading', { name: 'ネットワークエラー' })).toBeVisible();
  expect(page.url()).toBe(`${server.url}/forgot-password`);
  expect(documents).toBe(1);
});
