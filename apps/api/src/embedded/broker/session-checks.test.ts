import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#test/support/app.ts';
import type { BrokerSession } from './session.ts';
import { watchMembers } from './session-checks.ts';

test('checks the sign-ins of thousands of live pages in batches, and disconnects each that has ended', async () => {
  const closed: string[] = [];
  const sessions = Array.from({ length: 1200 }, (_, at) => {
    const grant = `sign-in ${at}`;
    const stream = { destroy: () => void closed.push(grant) };
    return { identity: { kind: 'member', sub: 'x' }, grant, connection: { stream } };
  }) as unknown as BrokerSession[];
  const ended = ['sign-in 0', 'sign-in 499', 'sign-in 500', 'sign-in 1199'];
  const asked: number[] = [];
  const stop = watchMembers(
    { listSessions: () => sessions },
    {
      log: silentLog,
      recheckMs: 10,
      async findLiveSignIns(signIns) {
        asked.push(signIns.length);
        return new Set(signIns.filter((signIn) => !ended.includes(signIn)));
      },
    },
  );
  onTestFinished(stop);
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3);
  expect(asked.slice(0, 3)).toEqual([500, 500, 200]);
  await expect.poll(() => closed.slice(0, 4)).toEqual(ended);
});
