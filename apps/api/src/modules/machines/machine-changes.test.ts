import {
  type MemberLiveMessage,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import { expect, test } from 'vitest';
import { findMachineChanges } from '#composition/machine-links.ts';
import type { MachineRow } from '#db/schema/machines.ts';
import { silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { addGym, openDaily } from '#test/support/gyms/gyms.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { storeMenu } from '#test/support/menus/menus.ts';
import { addLink } from '#test/support/workouts/workouts.ts';
import { openWorld } from '#test/support/world.ts';

const { bus, listen } = await openTestBus();
const { db, call, clock, addMember } = await openWorld('2026-04-01T03:00:10Z', { bus });
const minutes = (count: number) => new Date(clock.now.getTime() + count * 60_000);

let gymId = 100;
/** Adds a machine in a gym of its own, whose announcements have no pause. */
async function addFloor() {
  gymId += 1;
  const gym = await addGym(db, openDaily(0, 24), { id: gymId });
  return await addMachine(db, { gymId: gym.id, online: true });
}

/** Adds a member at another machine of the gym. */
async function train({ gymId: here }: MachineRow, lastActiveAt = minutes(-1)) {
  const sub = await addMember();
  const machine = await addMachine(db, { gymId: here, workoutTypeId: 4 });
  await addLink(db, machine, { sub, linkedAt: minutes(-20), lastActiveAt });
  const messages = await listen<MemberLiveMessage>(memberLiveTopic(sub));
  return { sub, messages };
}

async function startRun(sub: string) {
  const { id } = await storeMenu(db, sub);
  await call(sub, 'POST', '/my/training-session-run', { trainingSessionId: id });
}

const changed = { type: 'machines-changed' };

test.each(['a link', 'a hold'] as const)(
  'members of the gym with a run are told of %s, and no others',
  async (what) => {
    const machine = await addFloor();
    const runner = await train(machine);
    const others = [await train(machine), await train(await addFloor())];
    const idle = await train(machine, minutes(-10));
    for (const { sub } of [runner, idle]) await startRun(sub);
    const payload =
      what === 'a link' ? { code: showLinkCode(machine, clock.now) } : { machineId: machine.id };
    const path = what === 'a link' ? '/tanren-connection' : '/my/machine-hold';
    expect((await call(runner.sub, 'POST', path, payload)).status).toBe(201);
    await expect
      .poll(() => runner.messages.filter(({ type }) => type === changed.type))
      .toEqual([changed]);
    for (const { messages } of [...others, idle]) expect(messages).toEqual([]);
  },
);

test('several changes at once are one message', async () => {
  const machine = await addFloor();
  const { sub, messages } = await train(machine);
  await startRun(sub);
  const changes = findMachineChanges({ db, bus, now: () => clock.now, log: silentLog });
  for (let count = 0; count < 10; count += 1) await changes.of([machine.id]);
  await expect
    .poll(() => [...messages].filter(({ type }) => type === changed.type))
    .toEqual([changed]);
});
