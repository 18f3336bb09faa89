// Builds the web app: browser bundle, prerendered pages with their payloads, compressed copies, and
// build.json, which lists the prerendered pages and the routes.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { compressFolder } from './compress.mjs';
import { addLinks, fillPage, fillShell, inlineStyles, runImportsFirst } from './pages.mjs';
import { linkRoutes } from './route-links.mjs';

const root = join(import.meta.dirname, '..');
// The set-up script builds into another folder and swaps, so that a running server never lacks a
// file.
const dist = process.env['BUILD_OUT_DIR'] ?? join(root, 'dist');
const id = (process.env['BUILD_ID'] ??= randomUUID().slice(0, 12));

await rm(dist, { recursive: true, force: true });
await build({ root, logLevel: 'warn', build: { outDir: join(dist, 'client') } });
await build({
  root,
  logLevel: 'warn',
  build: { ssr: 'src/prerender.tsx', outDir: join(dist, 'prerender') },
});

const { prerender, prerenderFrame, prerenderedPaths, listRoutes } =
  /** @type {typeof import('#prerender.tsx')} */ (
    await import(pathToFileURL(join(dist, 'prerender/prerender.js')).href)
  );

const html = await readFile(join(dist, 'client/index.html'), 'utf8');
const { shared, routes } = await linkRoutes(join(dist, 'client'), listRoutes());
await rm(join(dist, 'client/.vite'), { recursive: true });
const template = addLinks(runImportsFirst(html), shared);
const readStyles = (/** @type {string} */ href) => readFile(join(dist, 'client', href), 'utf8');
await rm(join(dist, 'client/index.html'));
await mkdir(join(dist, 'pages'));
await writeFile(join(dist, 'pages/index.html'), fillShell(template));
for (const frame of /** @type {const} */ (['member', 'work'])) {
  const page = fillShell(template, await prerenderFrame(frame));
  const painted = await inlineStyles(page, readStyles);
  await writeFile(join(dist, 'pages', `${frame}-frame.html`), painted);
}
for (const path of prerenderedPaths) {
  const page = await prerender(path);
  const links = routes.find((route) => route.path === path)?.links ?? '';
  const linked = await inlineStyles(addLinks(template, links), readStyles);
  await writeFile(join(dist, 'pages', `${path}.html`), fillPage(linked, path, page));
  await mkdir(join(dist, 'client', path));
  const payload = JSON.stringify({ path, data: page.data ?? null });
  await writeFile(join(dist, 'client', path, '_payload.json'), payload);
}

await compressFolder(join(dist, 'client'));
const timestamp = Date.now();
// A file of styles would delay a script, because browsers request only six files at once.
const painted = routes.map(async (route) => {
  const links = route.frame === null ? route.links : await inlineStyles(route.links, readStyles);
  return { ...route, links };
});
await writeFile(
  join(dist, 'build.json'),
  JSON.stringify({
    id,
    timestamp,
    prerendered: prerenderedPaths,
    routes: await Promise.all(painted),
  }),
);
await rm(join(dist, 'prerender'), { recursive: true });
