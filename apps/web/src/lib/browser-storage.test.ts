import { expect, it } from 'vitest';
import { createSafeStorage } from './browser-storage.ts';

it('reads and saves nothing, and throws nothing, in a browser that forbids storage', () => {
  const storage = createSafeStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(storage.read('a')).toBeNull();
  expect(storage.readJson('a')).toBeNull();
  expect(storage.save('a', 'text')).toBe(false);
  expect(storage.saveJson('a', {})).toBe(false);
  expect(storage.listKeys()).toEqual([]);
  storage.remove('a');
});

it('returns null for stored text that is not JSON', () => {
  const fake = { getItem: (key: string) => (key === 'whole' ? '{"a":1}' : '{') };
  const storage = createSafeStorage(() => fake as Storage);
  expect(storage.readJson('whole')).toEqual({ a: 1 });
  expect(storage.readJson('torn')).toBeNull();
});
