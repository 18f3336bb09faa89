import path from 'node:path';
import { createRandom } from '@tanren/demo/random';
import { expect, inject, test } from 'vitest';
import { machineOffsetDays, machineOffsets } from '#db/schema/machines.ts';
import { strengthStates, workouts } from '#db/schema/workouts.ts';
import { updateMachineOffsets } from '#modules/machines/machine-offsets.service.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { runProgram, runWithin } from '#test/support/server/running-server.ts';
import { findWrongOffsetDays, listStrengths } from '#test/support/workouts/derived-numbers.ts';
import { openStorm, stormStart } from '#test/support/workouts/workout-storm.ts';
import { rebuildStrengthLine } from './rebuild-strength-command.ts';

const { db, url } = await createTestDatabase();
const settings = { DATABASE_URL: url, DATA_DIR: '/nowhere' };
const program = path.join(path.dirname(inject('programs').server.main), 'rebuild-strength.js');
const hourMs = 60 * 60 * 1000;

/** Lists the offsets of machines, and the sums of each day from which they follow. */
async function listOffsets(): Promise<unknown[]> {
  const days = await db.$client.query<object>(
    `select machine_id, gym_day, sum(workouts), sum(precision), sum(weighted)
    from machine_offset_days group by 1, 2 having sum(workouts) <> 0 order by 1, 2`,
  );
  const offsets = await db.select().from(machineOffsets).orderBy(machineOffsets.machineId);
  return [...days.rows, ...offsets];
}

test('computes the same values again from the stored workouts', async () => {
  const random = createRandom(47);
  const { machines, addMember, store } = await openStorm(db);
  const members = [await addMember(random, 0), await addMember(random, 1)];
  for (const [at, { id }] of machines.entries()) {
    await db.insert(machineOffsets).values({ machineId: id, mean: at / 100 - 0.03, sd: 0.01 });
  }
  for (let round = 0; round < 40; round += 1) {
    await store(random, members, new Date(stormStart.getTime() + round * 12 * hourMs));
  }
  await updateMachineOffsets(db, new Date());
  const [strengths, offsets] = [await listStrengths(db), await listOffsets()];
  expect(await db.$count(strengthStates)).toBe(6);
  expect(await db.$count(machineOffsetDays)).toBeGreaterThan(10);
  expect(await findWrongOffsetDays(db)).toEqual([]);

  expect(await runProgram(program, '', settings)).toMatchObject({ code: 0, stderr: '' });
  expect(await listStrengths(db)).toEqual(strengths);
  expect(await listOffsets()).toEqual(offsets);

  const lost = { strengthMean: null, strengthSd: null, plannedChance: null, offsetPrecision: null };
  await db.update(workouts).set({ ...lost, offsetWeighted: null, lastMachineId: null });
  await db.delete(strengthStates);
  await db.delete(machineOffsets);
  await db.delete(machineOffsetDays);
  const { stdout } = await runWithin(rebuildStrengthLine, '', settings);
  expect(stdout).toBe(
    'The strength was recomputed for 6 pair(s) of a member and a workout type.\n',
  );
  expect(await listStrengths(db)).toEqual(strengths);
  expect(await listOffsets()).toEqual(offsets);

  // Sums that were never right, such as after a change by hand.
  const machineId = machines[0]?.id ?? 0;
  const wrong = { machineId, gymDay: '2026-04-01', workouts: 3, precision: 500, weighted: 9 };
  await db.insert(machineOffsetDays).values(wrong);
  await runWithin(rebuildStrengthLine, '', settings);
  expect(await listOffsets()).toEqual(offsets);
});

test('takes no options', async () => {
  const { code, stderr } = await runWithin(rebuildStrengthLine, 'now', settings);
  expect([code, stderr]).toEqual([1, expect.stringContaining('takes no options')]);
});
