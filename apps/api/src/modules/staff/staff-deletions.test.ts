import { deleteUserAccount } from '@tanren/user-pool/administration';
import { userPoolUsers } from '@tanren/user-pool/schema/users';
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { findTraces } from '#test/support/members/member-traces.ts';
import { shareTestApp } from '#test/support/app.ts';
import { openTestPool } from '#test/support/identity/pool-world.ts';
import { createCall } from '#test/support/world.ts';

/** Staff delete each other's accounts at the same moment. */

const { db, url, config, now, userPool, addAccount } = await openTestPool(
  () => new Date('2026-04-01T03:00:00Z'),
);
const call = createCall(await shareTestApp({ config, db, now, modules: productModules, userPool }));

const rounds = Array.from({ length: 8 }, (_, round) => round);

async function addStaff(count: number): Promise<string[]> {
  const made = await Promise.all(Array.from({ length: count }, () => addAccount()));
  return made.map(({ sub }) => sub);
}

async function remove(staffSub: string, memberSub: string): Promise<number> {
  const reason = { reason: '本人から依頼' };
  return (await call(`${staffSub}/staff`, 'DELETE', `/staff/members/${memberSub}`, reason)).status;
}

const listLeft = async (subs: readonly string[]) =>
  await db
    .select({ sub: userPoolUsers.sub })
    .from(userPoolUsers)
    .where(inArray(userPoolUsers.sub, [...subs]));

test('when two members of staff delete each other, one is deleted and the other is told that it failed', async () => {
  const gone: string[] = [];
  for (const round of rounds) {
    const [first = '', second = ''] = await addStaff(2);
    const answers = await Promise.all([remove(first, second), remove(second, first)]);
    expect(
      answers.toSorted((a, b) => a - b),
      `round ${round}`,
    ).toEqual([200, 401]);
    const left = answers[0] === 200 ? first : second;
    expect(await listLeft([first, second])).toEqual([{ sub: left }]);
    gone.push(left === first ? second : first);
  }
  expect(await findTraces(url, gone)).toEqual([]);
});

test('a member who erases the account meanwhile is erased once', async () => {
  for (const round of rounds) {
    const [staffSub = '', leaving = ''] = await addStaff(2);
    const [answer] = await Promise.all([
      remove(staffSub, leaving),
      db.transaction(async (tx) => await deleteUserAccount(tx, userPool, leaving)),
      remove(leaving, staffSub),
    ]);
    // The answer is 401 or 404 if the deleting staff were deleted first.
    expect([200, 401, 404], `round ${round}`).toContain(answer);
    expect(await listLeft([leaving])).toEqual([]);
  }
});
