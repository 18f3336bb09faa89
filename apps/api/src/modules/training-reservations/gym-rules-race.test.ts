import { randomUUID } from 'node:crypto';
import { findOpenTime } from '@tanren/domain/gym-hours';
import { listSlots } from '@tanren/domain/reservations';
import { and, eq, isNull, sql as query } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { lockGymRules, readGymHours } from '#policies/gym-rules.ts';
import { gymWeeklyHours } from '#db/schema/gyms.ts';
import { staffAuditLog } from '#db/schema/staff-audit-log.ts';
import { trainingReservations } from '#db/schema/training-reservations.ts';
import { type Answer, at } from '#test/support/reservations.ts';
import { hoursOf, openStaffGyms, weekOf } from '#test/support/staff-gyms.ts';

const { db, send, newGym, call, reserve, move, cancel, wait, read } = await openStaffGyms();
const day = '2026-04-03';

async function countWaiting(): Promise<number> {
  const { rows } = await db.execute<{ waiting: number }>(query`
    select count(*)::integer as waiting from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`);
  return rows[0]?.waiting ?? 0;
}

/** As staff do it: the rules are held, the call comes, the gym closes. */
async function whileClosing<T>(gymId: number, ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  const asked = await db.transaction(async (tx) => {
    await lockGymRules(tx, gymId);
    const answer = ask();
    await vi.waitFor(async () => expect(await countWaiting()).toBeGreaterThan(0), 10_000);
    await tx.delete(gymWeeklyHours).where(eq(gymWeeklyHours.gymId, gymId));
    return { answer };
  });
  return await asked.answer;
}

test('who reserves, moves or waits while the hours change goes by the new ones', async () => {
  const gyms = [await newGym(), await newGym(), await newGym({ capacity: 1 })] as const;
  const [sub, holder] = [randomUUID(), randomUUID()];
  const [first, second, full] = gyms;
  const own = (await reserve(sub, second.id, day, at(20, day))).body;
  await reserve(holder, full.id, day, at(10, day));
  const asks = [
    () => whileClosing(first.id, () => reserve(sub, first.id, day, at(10, day))),
    () => whileClosing(second.id, () => move(sub, own.id, at(12, day))),
    () => whileClosing(full.id, () => wait(sub, full.id, day, at(10, day))),
  ];
  for (const ask of asks) expect((await ask()).code).toBe('closed');
});

test('who moves or cancels what the gym is about to cancel finds it cancelled', async () => {
  for (const tap of ['move', 'cancel'] as const) {
    const gym = await newGym();
    const sub = randomUUID();
    const { id } = (await reserve(sub, gym.id, day, at(10, day))).body;
    const answer = await db.transaction(async (tx) => {
      await lockGymRules(tx, gym.id);
      const asked = tap === 'move' ? move(sub, id, at(12, day)) : cancel(sub, id);
      await vi.waitFor(async () => expect(await countWaiting()).toBeGreaterThan(0), 10_000);
      await tx
        .update(trainingReservations)
        .set({ cancelledAt: at(12), gymCancelReason: '臨時休業のため' })
        .where(eq(trainingReservations.id, id));
      return { asked };
    });
    expect((await answer.asked).status).toBe(tap === 'move' ? 404 : 204);
    expect((await read(sub, id)).body).toMatchObject({
      status: 'cancelled',
      gymCancelReason: '臨時休業のため',
      startsAt: at(10, day).toISOString(),
    });
  }
});

/** Members tap while staff shorten, shift and cut the hours: none may be left outside, or lost. */
test(
  'whatever runs at once, nobody is left outside of the hours and nobody lost in silence',
  { timeout: 300_000 },
  async () => {
    const gym = await newGym({ capacity: 3 });
    const weeks = [
      hoursOf(9, 12),
      hoursOf(9, 23),
      hoursOf(9.5, 20),
      hoursOf(9, 23),
      null,
      hoursOf(9, 23),
    ];
    const made = new Map<number, string>();
    const answers = new Map<string, number>();
    const note = (what: string, { status, code }: Answer<unknown>) => {
      const key = `${what} ${code ?? status}`;
      answers.set(key, (answers.get(key) ?? 0) + 1);
    };

    async function tap(sub: string, hour: number): Promise<void> {
      const reserved = await reserve(sub, gym.id, day, at(hour, day));
      note('reserve', reserved);
      if (reserved.status !== 201) {
        note('wait', await wait(sub, gym.id, day, at(hour, day)));
        return;
      }
      made.set(reserved.body.id, sub);
      note('move', await move(sub, reserved.body.id, at(9 + ((hour + 3) % 13), day)));
    }

    async function expectAllInside(): Promise<void> {
      const rules = await readGymHours(db, gym.id, day, day);
      if (rules === null) throw new Error('there is no gym');
      const open = listSlots(findOpenTime(rules.hours, day), rules.gym.slotMinutes);
      const inside = new Set(open.map(({ startsAt }) => startsAt.getTime()));
      const { startsAt, gymId, cancelledAt } = trainingReservations;
      const rows = await db
        .select({ startsAt })
        .from(trainingReservations)
        .where(and(eq(gymId, gym.id), isNull(cancelledAt)));
      expect(rows.filter((row) => !inside.has(row.startsAt.getTime()))).toEqual([]);
    }

    /** As staff do it who agree to each number they are told, however often it is another one. */
    async function setWeek(hours: ReturnType<typeof hoursOf> | null, agrees: boolean) {
      const put = async (cancelAffected: number) =>
        await send('PUT', `/${gym.id}/weekly-hours`, { weekly: weekOf(hours), cancelAffected });
      let answer = await put(0);
      if (!agrees) return answer;
      while (answer.code === 'reservations_affected') {
        answer = await put(answer.body.affected ?? 0);
      }
      return answer;
    }

    for (let round = 0; round < 12; round += 1) {
      const hours = weeks[round % weeks.length] ?? null;
      const asks = Array.from({ length: 10 }, (_, n) => tap(randomUUID(), 9 + ((round + n) % 14)));
      const [answer] = await Promise.all([setWeek(hours, round % 5 !== 2), ...asks]);
      note('staff', answer);
      await expectAllInside();
    }

    const rows = await db
      .select()
      .from(trainingReservations)
      .where(eq(trainingReservations.gymId, gym.id));
    expect(new Map(rows.map(({ id, sub }) => [id, sub]))).toEqual(made);
    const lost = rows.filter(({ cancelledAt }) => cancelledAt !== null);
    expect(lost.every(({ gymCancelReason }) => gymCancelReason === '営業時間の変更のため')).toBe(
      true,
    );
    const logged = await db
      .select({ sub: staffAuditLog.memberSub })
      .from(staffAuditLog)
      .where(eq(staffAuditLog.action, 'reservation.cancel'));
    const subs = new Set(lost.map(({ sub }) => sub));
    expect(logged.filter(({ sub }) => subs.has(sub ?? ''))).toHaveLength(lost.length);
    expect(lost.length).toBeGreaterThan(0);
    const expected =
      /^(reserve (201|slot_full|closed)|wait (201|slot_available|closed)|move (200|slot_full|closed|not_found)|staff (200|reservations_affected))$/;
    expect([...answers.keys()].filter((key) => !expected.test(key))).toEqual([]);
    expect(await call(randomUUID(), 'GET', `/gyms/${gym.id}`)).toMatchObject({ status: 200 });
  },
);
