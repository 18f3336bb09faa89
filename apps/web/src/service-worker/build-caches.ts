/*
 * The files of a build lie in a cache of their own, complete or not at all. Names of files contain a
 * hash of their content, so a file can be taken from whichever cache has it; the page that everything
 * begins with belongs to one build and asks for the files of that build alone: two builds never mix.
 */

const prefix = 'tanren-build-';

export function cacheNameOf(build: string): string {
  return prefix + build;
}

/** The page that is shown when the network brings none; the server fills it in as any other. */
export function shellPath(build: string): string {
  return `/builds/shell/${build}.html`;
}

/** Where it is written down which build's page is shown. */
const notesName = 'tanren-notes';
const shownBuildKey = '/shown-build';

/** The build that has run on this device and has its data here; null: none has said so yet. */
async function readShownBuild(): Promise<string | null> {
  const notes = await caches.open(notesName);
  return (await (await notes.match(shownBuildKey))?.text()) ?? null;
}

async function findShellOf(build: string): Promise<Response | undefined> {
  if (!(await caches.has(cacheNameOf(build)))) return undefined;
  const cache = await caches.open(cacheNameOf(build));
  return await cache.match(shellPath(build), { ignoreVary: true });
}

/**
 * The page of the build that was ready last. One that has only been installed in the background
 * would find nothing that was kept for it.
 */
export async function findShell(ownBuild: string): Promise<Response | undefined> {
  const shown = await readShownBuild();
  const shell = shown === null ? undefined : await findShellOf(shown);
  return shell ?? (await findShellOf(ownBuild));
}

/** Whichever build it is of. */
export async function findFile(url: string): Promise<Response | undefined> {
  return await caches.match(url, { ignoreVary: true, ignoreSearch: true });
}

/**
 * A page says that its build has what it needs; answers whether it is shown from now on. The build
 * before stays: tabs of it may be open, and look for parts of it. What is older goes.
 */
export async function showBuild(build: string, ownBuild: string): Promise<boolean> {
  const before = await readShownBuild();
  if (before === build) return true;
  // A page may be newer than the worker that stands behind it, and its files not be here yet.
  if ((await findShellOf(build)) === undefined) return false;
  const notes = await caches.open(notesName);
  await notes.put(shownBuildKey, new Response(build));
  const wanted = [build, before, ownBuild].map((one) => cacheNameOf(one ?? build));
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && !wanted.includes(name)) await caches.delete(name);
  }
  return true;
}
