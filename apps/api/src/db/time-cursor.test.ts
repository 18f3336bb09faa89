import { anyText } from '@tanren/domain/testing/any-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '#http/app-error.ts';
import { encodeTimeCursor, readTimeCursor } from './time-cursor.ts';

const positions = fc.record({
  micros: fc.nat({ max: 9_000_000_000_000_000 }).map(String),
  id: fc.maxSafeNat(),
});

test('decodes what it has encoded', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const cursor = encodeTimeCursor(position);
      expect(cursor).toMatch(/^[\w-]{1,60}$/);
      expect(readTimeCursor(cursor)).toEqual(position);
    }),
  );
});

test('rejects everything else', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(() => readTimeCursor(text)).toThrow(AppError);
    }),
  );
});

test.each([
  '1.',
  '.1',
  '1',
  '-1.1',
  '1.5.1',
  '1e3.1',
  '1.9007199254740992',
  '1.99999999999999999',
  '١.1',
  ' 1.1',
])('rejects a cursor of %j', (text) => {
  expect(() => readTimeCursor(Buffer.from(text).toString('base64url'))).toThrow(AppError);
});

test('rejects other spellings of the same bytes', () => {
  const cursor = encodeTimeCursor({ micros: '1', id: 1 });
  for (const other of [`${cursor}=`, ` ${cursor}`, `${cursor}!`]) {
    expect(() => readTimeCursor(other)).toThrow(AppError);
  }
});
