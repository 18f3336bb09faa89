import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { linkFailures, machineHolds, tanrenConnections } from '#db/schema/machines.ts';
import { createExportReader } from '#test/support/members/exports.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine } from '#test/support/machines/machines.ts';
import { tanrenConnectionData } from './tanren-connection.member-data.ts';

const { db } = await createTestDatabase();
const at = new Date('2025-08-01T15:30:00Z');
const later = new Date('2025-08-01T15:45:00Z');
const machine = await addMachine(db, { workoutTypeId: 11 });

const readPart = createExportReader(db, tanrenConnectionData);

async function live(sub: string): Promise<void> {
  const link = { machineId: machine.id, sub, codeStep: 1, linkedAt: at, lastActiveAt: at };
  await db.insert(tanrenConnections).values([
    { ...link, id: randomUUID(), endedAt: later, endReason: 'idle' },
    { ...link, id: randomUUID(), linkedAt: later, endedAt: later, endReason: 'moved' },
  ]);
  await db.insert(linkFailures).values({ sub, machineId: 99, address: '10.0.0.1', failedAt: at });
  const { id: machineId } = await addMachine(db);
  await db.insert(machineHolds).values({ machineId, sub, heldAt: at, untilAt: later });
}

test('exports links, failed codes and the hold', async () => {
  const sub = randomUUID();
  await live(sub);
  await live(randomUUID());
  const links = await readPart('machine-links', sub);
  const linked = [machine.id, 'レッグプレス'];
  expect(links.map(({ cells }) => cells)).toEqual([
    linked.concat(
      '2025-08-02 00:30:00',
      '2025-08-02 00:30:00',
      '2025-08-02 00:45:00',
      '10分間マシンの動きがなかったため',
    ),
    linked.concat(
      '2025-08-02 00:45:00',
      '2025-08-02 00:30:00',
      '2025-08-02 00:45:00',
      '別のマシンへの接続',
    ),
  ]);
  expect(links[0]?.record).toMatchObject({ machineId: machine.id, endReason: 'idle' });
  expect((await readPart('link-failures', sub)).map(({ cells }) => cells)).toEqual([
    ['2025-08-02 00:30:00', 99, '10.0.0.1'],
  ]);
  const [hold, ...more] = await readPart('machine-hold', sub);
  expect(hold?.cells.slice(1)).toEqual(['2025-08-02 00:30:00', '2025-08-02 00:45:00']);
  expect(more).toEqual([]);
});
