import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {import('vite').Manifest} Manifest */

/**
 * Links each page to the scripts and styles it needs in addition to those of the start. The router
 * would request them only after the first script has run. `shared` are the links that all pages
 * have in common.
 * @param {string} client
 * @param {ReturnType<typeof import('#prerender.tsx').listRoutes>} routes
 */
export async function linkRoutes(client, routes) {
  const text = await readFile(join(client, '.vite/manifest.json'), 'utf8');
  const manifest = /** @type {Manifest} */ (JSON.parse(text));
  const ofStart = collect(manifest, ['index.html']);
  const pages = routes.map(({ path, routeIds, frame }) => {
    const files = routeIds.map((id) => `src/routes/${routeFile(id)}.tsx?`);
    const chunks = Object.keys(manifest).filter((key) =>
      files.some((file) => key.startsWith(file)),
    );
    const assets = [...collect(manifest, chunks)].filter((asset) => !ofStart.has(asset));
    return { path, assets, frame };
  });
  // Addresses that only redirect have no files.
  const [first, ...others] = pages.flatMap(({ assets }) => (assets.length > 0 ? [assets] : []));
  const shared = (first ?? []).filter((asset) => others.every((assets) => assets.includes(asset)));
  return {
    shared: shared.map(linkTo).join(''),
    routes: pages.map(({ path, assets, frame }) => ({
      path,
      links: assets
        .filter((asset) => !shared.includes(asset))
        .map(linkTo)
        .join(''),
      frame,
    })),
  };
}

/**
 * Links a file so that it is only loaded. The loader of lazy chunks adds a page's styles before the
 * page is drawn, and the frame is painted without waiting for them.
 * @param {string} asset
 */
function linkTo(asset) {
  const kind = asset.endsWith('.css')
    ? 'rel="preload" as="style"'
    : 'rel="modulepreload" fetchpriority="low"';
  return `<link ${kind} crossorigin href="${asset}">`;
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
