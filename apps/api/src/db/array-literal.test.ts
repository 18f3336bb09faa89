import { anyText } from '@tanren/domain/testing/any-text';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#test/support/database.ts';
import { arrayLiteral } from './array-literal.ts';

const { db } = await createTestDatabase();

async function readBack(elements: readonly (string | null)[]): Promise<unknown> {
  const { rows } = await db.execute(sql`select ${arrayLiteral(elements)}::text[] as list`);
  return rows[0]?.['list'];
}

test('encodes and decodes every text unchanged', async () => {
  const texts = fc.oneof(
    anyText(),
    fc.constantFrom('', 'NULL', 'null', '{}', '{1,2}', '"', '\\', ',', ' ', '\n', "'", 'a"b\\c'),
    fc.constant(null),
  );
  const storable = texts.filter((text) => text?.includes('\0') !== true);
  await fc.assert(
    fc.asyncProperty(fc.array(storable), async (elements) => {
      expect(await readBack(elements)).toEqual(elements);
    }),
  );
});

test('encodes numbers, booleans, times and null unchanged', async () => {
  const at = new Date('2026-04-01T03:00:00.123Z');
  const { rows } = await db.execute(sql`select
    ${arrayLiteral([1, -2, null])}::int[] as numbers,
    ${arrayLiteral([true, false, null])}::boolean[] as truths,
    ${arrayLiteral([at])}::timestamptz[] = array[${at}::timestamptz] as same,
    ${arrayLiteral([])}::int[] as nothing`);
  expect(rows).toEqual([
    { numbers: [1, -2, null], truths: [true, false, null], same: true, nothing: [] },
  ]);
});
