import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { staffAuditLog } from '#db/schema/staff.ts';
import { logAuditEntry } from './audit-log.service.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { deletePerson, purgeAuditLog } from './staff-audit-log.store.ts';

const { db: owner, programUrl } = await createTestDatabase();
const program = openDatabase(programUrl);
afterAll(async () => await closeDatabase(program));
const staffSub = randomUUID();
const memberSub = randomUUID();
const yearMs = 365.25 * 24 * 60 * 60 * 1000;
let logged: (typeof staffAuditLog.$inferSelect)[] = [];

// Only the triggers protect the log where the program itself owns the tables.
describe.each([
  ["the program's role", program],
  ['the owner', owner],
])('%s', (_name, db) => {
  async function write(at: Date): Promise<void> {
    const entry = { staffSub, memberSub, action: 'workout.correct', reason: '二重計測' } as const;
    const changes = [{ field: 'sets', before: '90', after: '60' } as const];
    await db.transaction(async (tx) => await logAuditEntry(tx, { ...entry, changes }, at));
  }

  const readAll = async () => await db.select().from(staffAuditLog).orderBy(staffAuditLog.id);

  beforeEach(async () => {
    await write(new Date());
    logged = await readAll();
  });

  const rejection = { cause: expect.objectContaining({ code: '42501' }) as unknown };

  const changes = {
    at: new Date(0),
    action: 'member.delete',
    staffSub: randomUUID(),
    staffPseudonym: null,
    memberSub: randomUUID(),
    target: 'よそ',
    reason: '別の理由',
    changes: [],
  } as const;

  test.each(Object.entries(changes))('rejects every other %s', async (field, value) => {
    await expect(db.update(staffAuditLog).set({ [field]: value })).rejects.toMatchObject(rejection);
    expect(await readAll()).toEqual(logged);
  });

  test.each([
    'update staff_audit_log set id = default',
    'delete from staff_audit_log',
    'truncate staff_audit_log',
    'truncate staff_audit_log restart identity cascade',
  ])('rejects %s', async (statement) => {
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject(rejection);
    expect(await readAll()).toEqual(logged);
  });

  test('removes the name of an erased member and puts no other in its place', async () => {
    await db.transaction(async (tx) => await deletePerson(tx, memberSub));
    const newest = (await readAll()).at(-1);
    expect(newest).toMatchObject({ staffSub, memberSub: null, reason: '二重計測' });
    const put = db.update(staffAuditLog).set({ memberSub: randomUUID() });
    await expect(put).rejects.toMatchObject(rejection);
    await db.transaction(async (tx) => await deletePerson(tx, staffSub));
    expect(await readAll()).toEqual(
      logged.map((entry) => ({ ...entry, staffSub: null, memberSub: null })),
    );
  });

  test('keeps the names of others when a member is erased', async () => {
    await db.transaction(async (tx) => await deletePerson(tx, randomUUID()));
    expect(await readAll()).toEqual(logged);
  });

  test('deletes entries after three years, and no younger ones', async () => {
    await write(new Date(Date.now() - 3.01 * yearMs));
    await write(new Date(Date.now() - 2.99 * yearMs));
    const old = (await readAll()).filter(({ id }) => !logged.some((entry) => entry.id === id));
    const [oldest, younger] = old;
    await purgeAuditLog(db);
    const left = await readAll();
    expect(left.map(({ id }) => id)).not.toContain(oldest?.id);
    expect(left).toHaveLength(logged.length + 1);
    const again = db.delete(staffAuditLog).where(eq(staffAuditLog.id, younger?.id ?? 0));
    await expect(again).rejects.toMatchObject(rejection);
  });
});
