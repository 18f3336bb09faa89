import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openNotifications } from './support/members/notifications.ts';
import { openTrainers } from './support/trainers/trainers.ts';
import { menuContent } from './support/menus/menus.ts';
import { storeWorkout } from './support/workouts/workouts.ts';

const { db, now, pass, call, link } = await openTrainers();
const { service, send, addBrowser } = await openNotifications(db, now);

test("notifies once of a trainer's new menu, and combines the loads of one sitting", async () => {
  const trainer = randomUUID();
  const member = await addBrowser();
  const memberId = await link(trainer, member.sub);
  const as = `${trainer}/trainer`;
  const base = `/trainer/members/${memberId}`;
  const body = { ...menuContent({ visibility: 'private' }), draftId: randomUUID() };
  const path = `${base}/training-sessions`;
  const made = await call<{ trainingSessionId: number }>({ as, method: 'POST', path, body });
  await call({ as, method: 'POST', path, body });
  await send();
  expect(service.messagesTo(member)).toEqual(['トレーナーからメニューが届きました']);
  expect(service.received[0]?.message.path).toBe(
    `/training-sessions/${made.body.trainingSessionId}`,
  );
  for (const workoutTypeId of [1, 2]) {
    await storeWorkout(db, member.sub, { workoutTypeId, startedAt: now(), sets: [[400, 10]] });
    const load = { loadKg: 40, reason: '腰のため' };
    const put = {
      as,
      method: 'PUT',
      path: `${base}/next-loads/${workoutTypeId}`,
      body: load,
    } as const;
    expect((await call(put)).status).toBe(204);
    pass(60_000);
    await send();
  }
  pass(60_000);
  await send();
  expect(service.messagesTo(member).slice(1)).toEqual(['トレーナーが次回の重量を決めました']);
  expect(JSON.stringify(service.received.map(({ message }) => message))).not.toContain('腰');
});
