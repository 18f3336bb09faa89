import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ClientConfig, WebBuild } from '@tanren/contract/build-manifest';
import { Check } from 'typebox/value';

const noncePlaceholder = '__CSP_NONCE__';
const configPlaceholder = '__CLIENT_CONFIG__';

/**
 * Fills in one page for one answer. `links` go to the end of its head, so that they load in
 * parallel. They may contain styles.
 */
type RenderPage = (nonce: string, links?: string) => string;

/** Fills in the parts that are equal for every answer once, when the build is read. */
export function compilePage(html: string, clientConfig: ClientConfig): RenderPage {
  const config = escapeAttribute(JSON.stringify(clientConfig));
  const filled = html.replaceAll(configPlaceholder, () => config);
  const endOfHead = filled.indexOf('</head>');
  const head = filled.slice(0, endOfHead).split(noncePlaceholder);
  const rest = filled.slice(endOfHead).split(noncePlaceholder);
  return (nonce, links = '') =>
    head.join(nonce) + links.replaceAll(noncePlaceholder, nonce) + rest.join(nonce);
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
  /**
   * The shell with the frame of members' pages, and with the frame of trainers' and staff's pages.
   */
  readonly frames: Readonly<Record<'member' | 'work', RenderPage>>;
  /** Prerendered pages by path, such as `/login`. */
  readonly prerendered: ReadonlyMap<string, RenderPage>;
  /** Paths below `client/`, with a leading slash. No other file is ever read from disk. */
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

/**
 * Returns a mark that changes when the description or a page was replaced, or `null` without a
 * build.
 */
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

/** Interval of checks, so that not every page reads from the disk. */
const lookAgainAfterMs = 1000;

/**
 * Returns the web build that is on disk now, or `null` while none is complete. A half-written build
 * is not used: the last complete one serves until the next check.
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
    // A clock that was set back must not stop the checks.
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
