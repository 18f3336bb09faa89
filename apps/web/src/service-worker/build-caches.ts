/*
 * The files of a build are in their own cache, complete or not at all. File names contain a hash of
 * their content, so a file may come from any cache that has it. The shell page belongs to one build
 * and requests only the files of that build, so two builds never mix.
 */

const prefix = 'tanren-build-';

export function cacheNameOf(build: string): string {
  return prefix + build;
}

/**
 * Returns the path of the page that is shown without a network. The server fills in its settings as
 * in any other page.
 */
export function shellPath(build: string): string {
  return `/builds/shell/${build}.html`;
}

/** Cache that stores which build's page is shown. */
const notesName = 'tanren-notes';
const shownBuildKey = '/shown-build';

/**
 * Returns the build that has run on this device and has its data here. Returns `null` until a build
 * has reported that.
 */
async function readShownBuild(): Promise<string | null> {
  return (await (await caches.match(shownBuildKey, { cacheName: notesName }))?.text()) ?? null;
}

async function findShellOf(build: string): Promise<Response | undefined> {
  const options = { cacheName: cacheNameOf(build), ignoreVary: true };
  return await caches.match(shellPath(build), options);
}

/**
 * Returns the page of the build that was ready last. A build that has only been installed in the
 * background would find no stored data.
 */
export async function findShell(ownBuild: string): Promise<Response | undefined> {
  const shown = await readShownBuild();
  const shell = shown === null ? undefined : await findShellOf(shown);
  return shell ?? (await findShellOf(ownBuild));
}

const dayMs = 24 * 60 * 60 * 1000;
/**
 * Maximum age in milliseconds of a page that is shown before the network has answered. It is longer
 * than most pauses between two trainings.
 */
const maxShellAgeMs = 14 * dayMs;

/**
 * Returns the page of this build if it may be shown at once: the build has run here, this device
 * has no newer one, and the server has not been silent about it for too long.
 */
export async function findCurrentShell(ownBuild: string): Promise<Response | undefined> {
  const [shown, shell] = await Promise.all([readShownBuild(), findShellOf(ownBuild)]);
  const servedAt = Date.parse(shell?.headers.get('date') ?? '');
  return shown === ownBuild && Date.now() - servedAt < maxShellAgeMs ? shell : undefined;
}

/**
 * Fetches the page of this build again, because the settings in it may have changed. A server with
 * another build does not have it. The browser then installs the worker of that build.
 */
export async function refreshShell(ownBuild: string): Promise<void> {
  const path = shellPath(ownBuild);
  const answer = await fetch(path, { cache: 'no-store' });
  if (answer.ok) await (await caches.open(cacheNameOf(ownBuild))).put(path, answer);
}

/** Returns a file from the cache of any build. */
export async function findFile(url: string): Promise<Response | undefined> {
  return await caches.match(url, { ignoreVary: true, ignoreSearch: true });
}

/**
 * Handles the message of a page that its build has everything it needs, and returns whether this
 * build is shown from now on. The previous build stays, because open tabs may need its parts. Older
 * ones are deleted.
 */
export async function showBuild(build: string, ownBuild: string): Promise<boolean> {
  const before = await readShownBuild();
  if (before === build) return true;
  // A page may be newer than its service worker, so that its files are not cached yet.
  if ((await findShellOf(build)) === undefined) return false;
  const notes = await caches.open(notesName);
  await notes.put(shownBuildKey, new Response(build));
  const wanted = [build, before, ownBuild].map((one) => cacheNameOf(one ?? build));
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && !wanted.includes(name)) await caches.delete(name);
  }
  return true;
}
