import { type CommandMessage, machineTopic } from '@tanren/contract/machine-messages';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { addLink } from '#test/support/workouts.ts';
import { silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines.ts';
import { createLinkNews, type DueItem } from './link-notifications.ts';
import { endMemberLink, findMemberLink } from './tanren-connection.store.ts';

const { db } = await createTestDatabase();
const testBus = await openTestBus();
const now = new Date('2026-04-01T03:00:00Z');
const item: DueItem = { sets: 1, reps: 10, loadHg: 400, restSeconds: 60 };

/** News whose session is what `read` answers, each time somebody looks. */
function spread(read: () => Promise<readonly DueItem[]>, bus: MessageBus = testBus.bus) {
  const plans = { findLoads: async () => null, findDueItems: read };
  return createLinkNews({ db, bus, plans, now: () => now, log: silentLog });
}

async function openLink() {
  const machine = await addMachine(db);
  const { sub } = await addLink(db, machine, { linkedAt: now });
  const current = await findMemberLink(db, sub);
  if (current === null) throw new Error('there is no link');
  const commands = await testBus.listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  const told = () => commands.map((command) => command.type === 'linked' && command.items.length);
  return { sub, current, told };
}

test('a session that begins while the machine is told of its link is told after it', async () => {
  const { current, told } = await openLink();
  const seen = [[], [item]];
  await spread(async () => seen.shift() ?? [item]).linked(current, []);
  await expect.poll(told).toEqual([0, 1]);
});

test('one that never stands still does not keep the call', async () => {
  const { sub, told } = await openLink();
  let looks = 0;
  await spread(async () => Array.from({ length: (looks += 1) }, () => item)).replanned(sub);
  await expect.poll(told).toEqual([1, 2, 3]);
});

test('a link that ended meanwhile is not told any more', async () => {
  const { sub, told, current } = await openLink();
  await spread(async () => {
    await endMemberLink(db, sub, 'member', now);
    return [item];
  }).linked(current, []);
  await spread(async () => [item]).replanned(sub);
  expect(told()).toEqual([]);
});

test('whoever starts a session does not pay for a machine that cannot be told', async () => {
  const { sub } = await openLink();
  const broken: MessageBus = {
    ...testBus.bus,
    publish: async () => {
      throw new Error('the broker is away');
    },
  };
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const offline = createLinkNews({
    db: away,
    bus: testBus.bus,
    plans: { findLoads: async () => null, findDueItems: async () => [] },
    now: () => now,
    log: silentLog,
  });
  await expect(spread(async () => [item], broken).replanned(sub)).resolves.toBeUndefined();
  await expect(offline.replanned(sub)).resolves.toBeUndefined();
});
