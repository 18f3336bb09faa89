import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { waitForApp } from '#support/browser/navigation.ts';

/** Maximum number of files. On a slow connection each request costs more than its size. */
const maxFiles = 15;
const maxFurtherFiles = 6;

const dist = new URL('../../apps/web/dist/', import.meta.url);
const build = JSON.parse(readFileSync(new URL('build.json', dist), 'utf8')) as {
  routes: { path: string; links: string; frame: string | null }[];
};
const routes = build.routes.map(({ path, links }) => ({
  path,
  assets: [...links.matchAll(/href="([^"]+)"/g)].map(([, asset = '']) => asset),
}));
const shell = readFileSync(new URL('pages/index.html', dist), 'utf8');
const filesOfEveryPage = new Set(shell.match(/\/assets\/[\w.-]+\.(?:js|css)/g));

/** Returns the page from which members usually come. */
function findPageBefore(path: string): string {
  const [, first = ''] = path.split('/');
  return ['settings', 'staff', 'trainer'].includes(first) && path !== `/${first}`
    ? `/${first}`
    : '/';
}

test(`no page needs more than ${maxFiles} scripts and styles, or ${maxFurtherFiles} more than the page before`, () => {
  expect(filesOfEveryPage.size).toBeGreaterThan(0);
  for (const { path, assets } of routes) {
    expect(filesOfEveryPage.size + assets.length, path).toBeLessThanOrEqual(maxFiles);
    const known = routes.find((route) => route.path === findPageBefore(path))?.assets ?? [];
    const further = assets.filter((asset) => !known.includes(asset));
    expect(further.length, `${path}\n${further.join('\n')}`).toBeLessThanOrEqual(maxFurtherFiles);
  }
});

test('the service worker contains every script and style, and nothing else', () => {
  const worker = readFileSync(new URL('client/service-worker.js', dist), 'utf8');
  const listed = [...worker.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file);
  const all = readdirSync(new URL('client/assets/', dist)).filter((file) =>
    /\.(?:js|css)$/.test(file),
  );
  expect(new Set(listed)).toEqual(new Set(all.map((file) => `/assets/${file}`)));
});

test('the styles of all pages load first, so that a page can override them', () => {
  const styles = [...filesOfEveryPage].filter((file) => file.endsWith('.css'));
  expect(styles).toEqual([
    expect.stringContaining('/assets/index-'),
    expect.stringContaining('/assets/base-'),
  ]);
});

test('the script that sends the first calls needs no other file', () => {
  const early = [...filesOfEveryPage].filter((file) => file.startsWith('/assets/early-'));
  expect(early).toHaveLength(1);
  expect(readFileSync(new URL(`client${early[0]}`, dist), 'utf8')).not.toMatch(/\bimport\b/);
});

test('the pages of signed-in users wait for no file of styles', () => {
  const listStyles = (html: string) =>
    (html.match(/<link rel="(?:stylesheet|preload" as="style)"[^>]*>/g) ?? []).filter(
      (link) => !link.includes('disabled'),
    );
  for (const name of ['member', 'work']) {
    const html = readFileSync(new URL(`pages/${name}-frame.html`, dist), 'utf8');
    expect(html).toContain('<style');
    expect(listStyles(html)).toEqual([]);
  }
  for (const { path, links, frame } of build.routes) {
    if (frame !== null) expect(listStyles(links), path).toEqual([]);
  }
});

test('the start contains no code that only a sign-in or the server needs', () => {
  const login = routes.find(({ path }) => path === '/login')?.assets ?? [];
  const scripts = [...filesOfEveryPage, ...login].filter((file) => file.endsWith('.js'));
  const read = (file: string) => readFileSync(new URL(`client${file}`, dist), 'utf8');
  // Ending a sign-in that was left without a network is the start's own work.
  const unwanted = /AWSCognitoIdentityProviderService(?!\.RevokeToken)|additionalProperties/;
  expect(scripts.filter((file) => unwanted.test(read(file)))).toEqual([]);
  // The other files contain these words, so the pattern is still right.
  const all = readdirSync(new URL('client/assets/', dist)).filter((file) => file.endsWith('.js'));
  expect(all.some((file) => unwanted.test(read(`/assets/${file}`)))).toBe(true);
});

test('the HTML of /login lists all scripts that it starts with and contains the styles', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(?:js|css)$/.test(pathname)) requested.push(pathname);
  });
  const answer = await page.goto('/login');
  await waitForApp(page);
  const html = (await answer?.text()) ?? '';
  expect(requested.filter((file) => !html.includes(file))).toEqual([]);
  expect(requested.filter((file) => file.endsWith('.css'))).toEqual([]);
  // The code for signing in is fetched when the form is focused, so it counts as part of the page.
  const untouched = requested.length;
  await page.getByLabel('メールアドレス').focus();
  await expect.poll(() => requested.length).toBeGreaterThan(untouched);
  await page.waitForLoadState('networkidle');
  expect(requested.length, requested.join('\n')).toBeLessThanOrEqual(maxFiles);
});
