import { signIn } from '#support/identity/accounts.ts';
import { runSql } from '#support/server/embedded-server.ts';
import { callApi, test } from '#support/members/members.ts';
import { dayAhead, insertReservation, makeGym } from '#support/booking/reservations.ts';
import { createShots, openPage, sizes } from '#support/browser/shots.ts';
import { createWorker, insertViews, linkTrainer, makeMenuFor } from '#support/trainers/trainers.ts';
import { itemOf, makeMenu } from '#support/menus/menus.ts';
import { hoursAgo, insertWorkouts, someWorkouts } from '#support/workouts/workouts.ts';

const scopes = ['history', 'status', 'profile'];

/**
 * Shows the page of a member's trainer in each state, and traces of trainers and staff elsewhere.
 */
for (const [size, viewport] of Object.entries(sizes)) {
  test(`my trainer (${size})`, async ({ page, embedded, member }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(viewport);
    const shoot = createShots({ prefix: 'my-trainer', size, viewport });
    await page.goto('/my-trainer');
    await signIn(page, member);
    await page.getByText('トレーナーと連携すると').waitFor();
    await shoot(page, 'none');

    const trainer = await createWorker(embedded, 'trainer', 'トレーナー佐藤');
    await insertWorkouts(embedded, member, someWorkouts);
    const memberId = await linkTrainer(embedded, member, trainer);
    await openPage(page, '/my-trainer');
    await shoot(page, 'linked-new');
    const path = `/trainer/members/${memberId}`;
    const reason = '肩をかばって、2週間は軽めでお願いします。フォームを確認しながら進めましょう。';
    await callApi(embedded, trainer, 'PUT', `${path}/next-loads/1`, { loadKg: 45, reason });
    const made = await makeMenuFor(embedded, trainer, memberId, {
      title: '肩の立て直し（前半）',
      description: '痛みが出たら、すぐに止めてください。',
      tags: ['肩', '軽め'],
      items: [itemOf(1), itemOf(4)],
    });
    await makeMenuFor(embedded, trainer, memberId, { title: '脚と体幹' });
    await makeMenuFor(embedded, trainer, memberId, { title: '全身をひとまわり' });
    await insertViews(
      embedded,
      memberId,
      Array.from({ length: 9 }, (_, index) => ({
        seen: scopes[index % scopes.length] ?? 'history',
        seenAt: hoursAgo(2 + index * 7),
      })),
    );
    await openPage(page, '/my-trainer');
    await shoot(page, 'linked');
    await page.getByRole('button', { name: '連携を解除する' }).click();
    await shoot(page, 'end', false);
    await page.getByRole('button', { name: '解除しない' }).click();
    await openPage(page, `/training-sessions/${made}`);
    await shoot(page, 'session');
    await openPage(page, '/training-status');
    await shoot(page, 'loads');
    await openPage(page, '/training-history/1');
    await shoot(page, 'next-load');
    await callApi(embedded, member, 'DELETE', '/trainer-connection-code');
    await openPage(page, '/my-trainer');
    await shoot(page, 'ended');

    const { json } = await callApi(embedded, member, 'GET', '/workouts/latest');
    await runSql(
      embedded.dataDir,
      `update workouts set corrected_at = now(), correction_reason = $2 where id = $1`,
      [json['id'], 'マシンの重量の設定が誤っていたため、正しい重量に直しました。'],
    );
    await openPage(page, `/workouts/${String(json['id'])}`);
    await shoot(page, 'correction');
    const hidden = await makeMenu(embedded, member, { title: '休みなしの百回' });
    await runSql(
      embedded.dataDir,
      `update training_sessions set hidden_reason = $2, visibility = 'private' where id = $1`,
      [hidden, 'けがにつながる内容のため'],
    );
    await openPage(page, `/training-sessions/${hidden}`);
    await shoot(page, 'hidden-session');
    const gymId = await makeGym(embedded, { name: 'TANREN 神田', opens: 9, closes: 22 });
    const place = { gymId, day: dayAhead(1), hour: 19 };
    const reservationId = await insertReservation(embedded, member, place);
    await runSql(
      embedded.dataDir,
      `update training_reservations set cancelled_at = now(), gym_cancel_reason = $2 where id = $1`,
      [reservationId, '設備点検のため、20日は臨時休館します。'],
    );
    await openPage(page, `/reservations?gym=${gymId}`);
    await shoot(page, 'gym-cancelled', false);
  });
}
