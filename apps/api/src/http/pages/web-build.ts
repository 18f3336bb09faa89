import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ClientConfig, WebBuild } from '@tanren/contract/build-manifest';
import { Check } from 'typebox/value';

const noncePlaceholder = '__CSP_NONCE__';
const configPlaceholder = '__CLIENT_CONFIG__';

/** Fills one page for one answer; `links` end its head, so that all of them are loaded at once. */
type RenderPage = (nonce: string, links?: string) => string;

/** What is the same for every answer is filled in once, when the build is read. */
export function compilePage(html: string, clientConfig: ClientConfig): RenderPage {
  const config = escapeAttribute(JSON.stringify(clientConfig));
  const filled = html.replaceAll(configPlaceholder, () => config);
  const endOfHead = filled.indexOf('</head>');
  const head = filled.slice(0, endOfHead).split(noncePlaceholder);
  const rest = filled.slice(endOfHead).split(noncePlaceholder);
  return (nonce, links = '') => head.join(nonce) + links + rest.join(nonce);
}

function escapeAttribute(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

export interface LoadedBuild {
  readonly build: WebBuild;
  readonly shell: RenderPage;
  /** The shell with what members see around their pages, and trainers and staff around theirs. */
  readonly frames: Readonly<Record<'member' | 'work', RenderPage>>;
  /** By path, `/login`. */
  readonly prerendered: ReadonlyMap<string, RenderPage>;
  /** Paths below `client/`, with a leading slash: nothing else is ever read from disk. */
  readonly files: ReadonlySet<string>;
}

async function loadWebBuild(root: string, config: ClientConfig): Promise<LoadedBuild> {
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
    frames: { member: await readPage('member-frame'), work: await readPage('work-frame') },
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
async function readBuildMark(root: string): Promise<string | null> {
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

interface CurrentBuildOptions {
  readonly root: string;
  readonly clientConfig: ClientConfig;
  readonly now: () => Date;
  readonly onUnreadable: (error: unknown) => void;
}

/** A page must not cost a look at the disk each time. */
const lookAgainAfterMs = 1000;

/**
 * The web build as it is on disk now, or null while none is complete. A half-written build is not
 * used: the last complete one serves until the next check.
 */
export function watchBuild(options: CurrentBuildOptions): () => Promise<LoadedBuild | null> {
  let current: LoadedBuild | null = null;
  let mark: string | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const found = await readBuildMark(options.root);
    if (found === null || found === mark) return;
    try {
      current = await loadWebBuild(options.root, options.clientConfig);
      mark = found;
    } catch (error) {
      options.onUnreadable(error);
    }
  }

  return async () => {
    const now = options.now().getTime();
    // A clock set back must not stop us from looking.
    if (Math.abs(now - lookedAt) >= lookAgainAfterMs && looking === null) {
      lookedAt = now;
      looking = look().finally(() => {
        looking = null;
      });
    }
    await looking;
    return current;
  };
}
