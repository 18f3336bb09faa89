import { afterEach, expect, test, vi } from 'vitest';
import {
  cacheNameOf,
  findCurrentShell,
  refreshShell,
  shellPath,
  showBuild,
} from '#service-worker/build-caches.ts';

const hourMs = 60 * 60 * 1000;

afterEach(async () => {
  for (const name of await caches.keys()) await caches.delete(name);
});

const page = (text: string, ageMs = hourMs) =>
  new Response(text, { headers: { date: new Date(Date.now() - ageMs).toUTCString() } });

/** Stores the page of a build, as its worker does when it is installed. */
async function install(build: string, shell = page(build)): Promise<void> {
  await (await caches.open(cacheNameOf(build))).put(shellPath(build), shell);
}

const findText = async (build: string) => (await findCurrentShell(build))?.text();

test('shows the page of a build at once after the build has run here', async () => {
  await install('now');
  expect(await findText('now')).toBeUndefined();
  await showBuild('now', 'now');
  expect(await findText('now')).toBe('now');
});

test('asks the network first while a newer build is installed and has not run', async () => {
  await install('before');
  await showBuild('before', 'before');
  await install('newer');
  expect(await findText('newer')).toBeUndefined();
});

test.each([
  ['13 days', 13 * 24, 'old'],
  ['15 days', 15 * 24, undefined],
])('a page that was served %s ago', async (_, hours, shown) => {
  await install('old', page('old', hours * hourMs));
  await showBuild('old', 'old');
  expect(await findText('old')).toBe(shown);
});

test.each([
  ['the same build', page('new settings'), 'new settings'],
  ['another build', new Response('Not Found', { status: 404 }), 'now'],
])('after a refresh from a server with %s', async (_, answer, shown) => {
  await install('now');
  await showBuild('now', 'now');
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  await refreshShell('now');
  expect(await findText('now')).toBe(shown);
});
