import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {import('vite').Manifest} Manifest */

/**
 * Links each page to the scripts and styles it needs in addition to those of every page. The router
 * would request them only after the first script has run.
 * @param {string} client
 * @param {ReturnType<typeof import('#prerender.tsx').listRoutes>} routes
 */
export async function linkRoutes(client, routes) {
  const text = await readFile(join(client, '.vite/manifest.json'), 'utf8');
  const manifest = /** @type {Manifest} */ (JSON.parse(text));
  const onEveryPage = collect(manifest, ['index.html']);
  return routes.map(({ path, routeIds, frame }) => {
    const files = routeIds.map((id) => `src/routes/${routeFile(id)}.tsx?`);
    const chunks = Object.keys(manifest).filter((key) =>
      files.some((file) => key.startsWith(file)),
    );
    const assets = [...collect(manifest, chunks)].filter((asset) => !onEveryPage.has(asset));
    return { path, links: assets.toSorted(sharedStylesFirst).map(linkTo).join(''), frame };
  });
}

/** @param {string} asset */
function linkTo(asset) {
  const kind = asset.endsWith('.css')
    ? 'rel="stylesheet"'
    : 'rel="modulepreload" fetchpriority="low"';
  return `<link ${kind} crossorigin href="${asset}">`;
}

/** @param {string} one @param {string} other */
function sharedStylesFirst(one, other) {
  const isShared = (/** @type {string} */ asset) => /\/base-[\w-]+\.css$/.test(asset);
  return Number(isShared(other)) - Number(isShared(one));
}

/**
 * Returns the file of a route: `/workouts/$workoutId/` is in `workouts.$workoutId.index.tsx`.
 * @param {string} id
 */
function routeFile(id) {
  return id
    .replace(/^\//, '')
    .replace(/(^|\/)$/, '$1index')
    .replaceAll('/', '.');
}

/**
 * Collects chunks and their styles with all imports. Styles of imported chunks come first, so that
 * a page can override them.
 * @param {Manifest} manifest
 * @param {string[]} keys
 */
function collect(manifest, keys, found = new Set()) {
  for (const key of keys) {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(`/${chunk.file}`)) continue;
    found.add(`/${chunk.file}`);
    collect(manifest, chunk.imports ?? [], found);
    for (const file of chunk.css ?? []) found.add(`/${file}`);
  }
  return found;
}
