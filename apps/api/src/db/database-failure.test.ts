import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-failure.ts';

test('treats the loss of the server behind PgBouncer as unavailable', () => {
  const lost = new DatabaseError('server conn crashed?', 0, 'error');
  lost.code = '08P01';
  expect(isDatabaseAway(new Error('Failed query', { cause: lost }))).toBe(true);
});
