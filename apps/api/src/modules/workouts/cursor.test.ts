import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './cursor.ts';

const positions = fc.record({
  startedAtMicros: fc.nat({ max: 9_000_000_000_000_000 }).map(String),
  id: fc.nat({ max: 2_147_483_647 }),
});

test('what is encoded is decoded', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const cursor = encodeCursor(position);
      expect(cursor).toMatch(/^[\w-]{1,60}$/);
      expect(decodeCursor(cursor)).toEqual(position);
    }),
  );
});

test('nothing else is', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => decodeCursor(text) === null));
});

test.each([
  '1.',
  '.1',
  '1',
  '-1.1',
  '1.5.1',
  '1e3.1',
  '1.99999999999',
  '1.2147483648',
  '١.1',
  ' 1.1',
])('a cursor of %j is none', (text) => {
  expect(decodeCursor(Buffer.from(text).toString('base64url'))).toBeNull();
});

test('other spellings of the same bytes are none', () => {
  const cursor = encodeCursor({ startedAtMicros: '1', id: 1 });
  for (const other of [`${cursor}=`, ` ${cursor}`, `${cursor}!`]) {
    expect(decodeCursor(other)).toBeNull();
  }
});
