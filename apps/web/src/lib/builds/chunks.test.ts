import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChunkLoadError, loadPartOrReload, mayReload, reloadGuardTtl } from './chunks.ts';
import { describeError } from '#lib/errors.ts';

function createStorage(limit = Infinity): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => {
      items.clear();
    },
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => {
      items.delete(key);
    },
    setItem: (key, value) => {
      if (value.length > limit) throw new Error('QuotaExceededError');
      items.set(key, value);
    },
  };
}

describe('mayReload', () => {
  beforeEach(() => {
    vi.stubGlobal('sessionStorage', createStorage());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  // spec 9.4
  it('allows a reload of a path once in ten seconds', () => {
    expect(reloadGuardTtl).toBe(10_000);
    expect(mayReload('/workouts', 0)).toBe(true);
    expect(mayReload('/workouts', 9_999)).toBe(false);
    expect(mayReload('/workouts', 10_000)).toBe(true);
  });

  it('allows another path at once', () => {
    expect(mayReload('/workouts', 0)).toBe(true);
    expect(mayReload('/settings', 1)).toBe(true);
  });

  it('ignores a damaged mark', () => {
    sessionStorage.setItem('tanren:reload', '{');
    expect(mayReload('/workouts', 0)).toBe(true);
  });

  it('does not reload when it cannot store that it did', () => {
    vi.stubGlobal('sessionStorage', createStorage(0));
    expect(mayReload('/workouts', 0)).toBe(false);
  });
});

describe('a missing chunk', () => {
  const reload = vi.fn<() => void>();
  const missing = () =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  beforeEach(() => {
    reload.mockReset();
    vi.useFakeTimers();
    vi.stubGlobal('sessionStorage', createStorage());
    vi.stubGlobal('location', { pathname: '/workouts', search: '', reload });
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ id: 'newer', timestamp: 1 })));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  // spec 4.31, 8.8
  it('reloads the page, and its import stays pending', async () => {
    const settled = vi.fn<() => void>();
    void loadPartOrReload(missing).then(settled, settled);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(1);
    expect(settled).not.toHaveBeenCalled();
  });

  it('reloads once in ten seconds, and is a system error afterwards', async () => {
    void loadPartOrReload(missing);
    await vi.advanceTimersByTimeAsync(reloadGuardTtl - 1);
    const error: unknown = await loadPartOrReload(missing).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ChunkLoadError);
    expect(describeError(error).title).toBe('システムエラー');
    expect(reload).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    void loadPartOrReload(missing);
    await vi.advanceTimersByTimeAsync(0);
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the phone has no network', () => vi.stubGlobal('navigator', { onLine: false })],
    [
      'the server does not answer',
      () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))),
    ],
  ])('does not reload when %s, because the page would be lost', async (_, arrange) => {
    arrange();
    const error: unknown = await loadPartOrReload(missing).catch((reason: unknown) => reason);
    expect(describeError(error).title).toBe('ネットワークエラー');
    expect(reload).not.toHaveBeenCalled();
  });
});

it('every lazy import recovers from a missing chunk', () => {
  const root = new URL('../..', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
  );
  const sources = files.map((file) => ({ file, code: readFileSync(root + file, 'utf8') }));
  const dynamic = /(\w+\(\s*\(\) =>\s*)?\bimport\(/g;
  const found = sources.flatMap(({ file, code }) =>
    [...code.matchAll(dynamic)].map(([, around = '']) => ({ file, around: around.split('(')[0] })),
  );
  expect(found.length).toBeGreaterThan(8);
  const recovering = ['loadPart', 'loadPartOrReload', 'lazyScreen'];
  expect(found.filter(({ around = '' }) => !recovering.includes(around))).toEqual([]);
});
