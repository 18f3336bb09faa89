import { beforeEach, describe, expect, it } from 'vitest';
import { mayReload, reloadGuardTtl } from './chunks.ts';

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
  let storage: Storage;
  beforeEach(() => {
    storage = createStorage();
  });

  it('allows a path once in ten seconds', () => {
    expect(reloadGuardTtl).toBe(10_000);
    expect(mayReload(storage, '/workouts', 0)).toBe(true);
    expect(mayReload(storage, '/workouts', 9_999)).toBe(false);
    expect(mayReload(storage, '/workouts', 10_000)).toBe(true);
  });

  it('allows another path at once', () => {
    expect(mayReload(storage, '/workouts', 0)).toBe(true);
    expect(mayReload(storage, '/settings', 1)).toBe(true);
  });

  it('survives a damaged mark', () => {
    storage.setItem('tanren:reload', '{');
    expect(mayReload(storage, '/workouts', 0)).toBe(true);
  });

  it('does not reload when it could not remember having done so', () => {
    expect(mayReload(createStorage(0), '/workouts', 0)).toBe(false);
  });
});
