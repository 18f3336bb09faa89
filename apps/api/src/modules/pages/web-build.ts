import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ClientConfig, WebBuild } from '@tanren/contract/build-manifest';
import { Check } from 'typebox/value';

import { compilePage, type RenderPage } from './page-template.ts';

export interface LoadedBuild {
  readonly build: WebBuild;
  readonly shell: RenderPage;
  /** By path, `/login`. */
  readonly prerendered: ReadonlyMap<string, RenderPage>;
  /** Paths below `client/`, with a leading slash: nothing else is ever read from disk. */
  readonly files: ReadonlySet<string>;
}

export async function loadWebBuild(root: string, config: ClientConfig): Promise<LoadedBuild> {
  const build: unknown = JSON.parse(await readFile(path.join(root, 'build.json'), 'utf8'));
  if (!Check(WebBuild, build)) throw new Error('build.json is not a description of a web build');
  const readPage = async (name: string) =>
    compilePage(await readFile(path.join(root, 'pages', `${name}.html`), 'utf8'), config);
  const pages = build.prerendered.map(
    async (route) => [route, await readPage(route.slice(1))] as const,
  );
  return {
    build,
    shell: await readPage('index'),
    prerendered: new Map(await Promise.all(pages)),
    files: await listFiles(path.join(root, 'client')),
  };
}

async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .map((file) => `/${file.split(path.sep).join('/')}`),
  );
}

/** Changes whenever a build replaced the description or a page; null while there is none. */
export async function readBuildMark(root: string): Promise<string | null> {
  try {
    const pages = await readdir(path.join(root, 'pages'));
    const watched = ['build.json', ...pages.map((page) => path.join('pages', page))];
    const marks = watched.map(async (file) => {
      const { mtimeMs, size, ino } = await stat(path.join(root, file));
      return `${file} ${mtimeMs} ${size} ${ino}`;
    });
    return (await Promise.all(marks)).join();
  } catch {
    return null;
  }
}
