import { signIn } from '#support/identity/accounts.ts';
import { runSql, test } from '#support/server/embedded-server.ts';
import { addSpecialDay, makeGym } from '#support/gyms/gyms.ts';
import { startMachine } from '#support/machines/machine.ts';
import { callApi, createReadyMember } from '#support/members/members.ts';
import { dayAhead, fillSeats } from '#support/booking/reservations.ts';
import { createShots, openPage, shotPath, tabletSizes } from '#support/browser/shots.ts';
import { createWorker } from '#support/trainers/trainers.ts';

test.setTimeout(120_000);

/** Shows every part of a gym's settings, with errors and affected reservations. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'staff', size, viewport });

    test(`gyms (${size})`, async ({ page, embedded }) => {
      const staff = await createWorker(embedded, 'staff', 'スタッフ');
      const gym = await makeGym(embedded);
      await makeGym(embedded, { name: 'TANREN 中目黒' });
      await addSpecialDay(embedded, gym, dayAhead(5), null, '設備点検のため');
      const short = { opensMinute: 600, closesMinute: 1080 };
      await addSpecialDay(embedded, gym, dayAhead(20), short, '年末年始');
      await fillSeats(embedded, { gymId: gym.id, day: dayAhead(3), hour: 24 }, 4);
      await page.goto('/');
      await signIn(page, staff);
      await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
      await openPage(page, '/staff/gyms');
      await shoot(page, 'gyms');
      await openPage(page, '/staff/gyms/new');
      await page.getByRole('button', { name: '店舗を追加する' }).click();
      await shoot(page, 'gym-new-faults');
      await page.getByLabel('店舗名').fill('');
      await openPage(page, `/staff/gyms/${gym.id}`);
      await shoot(page, 'gym-basic');
      await openPage(page, `/staff/gyms/${gym.id}?tab=hours`);
      await shoot(page, 'gym-hours');
      await page.getByLabel('日曜日の閉店（時）').selectOption('31');
      await page.getByRole('switch', { name: '火曜日に営業する' }).click();
      await page.getByRole('button', { name: '営業時間を保存する' }).click();
      await page.getByRole('button', { name: '日付を追加する' }).click();
      await shoot(page, 'gym-hours-faults');
      await page.getByRole('button', { name: 'やめる' }).click();
      for (const day of ['日', '月', '火', '水', '木', '金', '土']) {
        const close = page.getByLabel(`${day}曜日の閉店（時）`);
        if (await close.isVisible()) await close.selectOption('23');
      }
      await page.getByRole('button', { name: '営業時間を保存する' }).click();
      await page.getByText('キャンセルになる予約があります').waitFor();
      await shoot(page, 'gym-affected', false);
      await page.getByRole('button', { name: '予約をキャンセルして変更する' }).click();
      await page.getByText('営業時間を保存しました').waitFor();
      await openPage(page, `/staff/gyms/${gym.id}?tab=plans`);
      await page.getByRole('button', { name: 'プランを追加する' }).click();
      await page.getByRole('button', { name: '料金プランを保存する' }).click();
      await shoot(page, 'gym-plans');
    });
  });
}

test.setTimeout(120_000);

const words =
  '年末年始の営業時間について\n12月29日から1月3日までは10:00〜18:00の営業となります。\nご予約は /reservations からお願いいたします。\n詳しくは https://tanren.example/news/2026 をご覧ください。';

/** Shows the frame of staff, and announcements from the first draft on. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'staff', size, viewport });

    test(`announcements (${size})`, async ({ page, embedded }) => {
      const staff = await createWorker(embedded, 'staff', 'スタッフ');
      const write = (publishAt: string | null, content: string) =>
        callApi(embedded, staff, 'POST', '/staff/informations', {
          content,
          publishAt,
          draftId: crypto.randomUUID(),
        });
      await write(null, '新しいマシンが入ります\n導入日が決まりしだい公開します。');
      await write('2030-01-01T01:00:00.000Z', words);
      const { json } = await write('2020-01-01T00:00:00.000Z', words);
      await page.goto('/');
      await signIn(page, staff);
      await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
      await openPage(page, '/staff');
      await shoot(page, 'overview');
      await openPage(page, '/staff/informations');
      await shoot(page, 'informations');
      await openPage(page, '/staff/informations/new');
      await shoot(page, 'information-new', false);
      await page.getByRole('button', { name: '公開する' }).click();
      await shoot(page, 'information-empty', false);
      await page.getByLabel('本文').fill(words);
      await page.getByRole('radio', { name: '日時を指定' }).click();
      await shoot(page, 'information-planned');
      await page.goto(`/staff/informations/${String(json['id'])}`);
      await page.getByRole('dialog').or(page.getByLabel('タイトル')).first().waitFor();
      await page.getByRole('button', { name: '削除する' }).click();
      await shoot(page, 'information-delete', false);
      await page.getByRole('button', { name: '削除しない' }).click();
      await callApi(embedded, staff, 'PUT', `/staff/informations/${String(json['id'])}`, {
        content: '年末年始の営業時間について（訂正）',
        publishAt: null,
        version: 1,
      });
      await page.getByLabel('タイトル').fill('年末年始は休まず営業します。');
      await page.getByRole('button', { name: '変更を保存する' }).click();
      await page.getByText('ほかのスタッフが内容を変更しています').waitFor();
      await shoot(page, 'information-conflict');
    });
  });
}

test.setTimeout(300_000);

/** Shows machines in every state, their secrets and labels, and rejected messages. */
for (const [size, viewport] of Object.entries(tabletSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'staff', size, viewport });

    test(`machines (${size})`, async ({ page, embedded }) => {
      const staff = await createWorker(embedded, 'staff', 'スタッフ佐藤');
      const member = await createReadyMember(embedded);
      await page.goto('/');
      await signIn(page, staff);
      await page.getByRole('navigation', { name: 'メインメニュー' }).waitFor();
      const machine = await startMachine(embedded);
      const used = await startMachine(embedded, 11);
      await callApi(embedded, member, 'POST', '/tanren-connection', { code: await used.code() });
      await runSql(
        embedded.dataDir,
        `insert into machines (gym_id, workout_type_id, min_load_hg, max_load_hg, load_step_hg,
           secret_hash, link_key, created_at, last_seen_at, firmware, retired_at)
         select gym_id, type, 50, 1000, 25, secret_hash, link_key, now(),
           now() - seen, '1.4.2', retired from machines,
           (values (3, interval '3 hours', null::timestamptz), (4, interval '12 days', null),
             (7, null, null), (9, interval '90 days', now())) more (type, seen, retired)
         where id = $1`,
        [machine.id],
      );
      await runSql(
        embedded.dataDir,
        `insert into rejected_messages (machine_id, received_at, reason, byte_length, payload)
         select $1, now() - make_interval(mins => n * 37),
           (array['in_future', 'not_json', 'load_out_of_range'])[n % 3 + 1], 1240 + n,
           '{"workoutUuid":"8c3f2a54-0d1e-4c7a-9f55-5b6f0c1d2e3f","startedAt":"2031-01-01T00:00:00Z","sets":[{"loadKg":40,"reps":[{"loadKg":40,"ms":1800},{"loadKg":40,"ms":1850}]}]}'
         from generate_series(1, 6) n`,
        [machine.id],
      );
      await openPage(page, '/staff/machines');
      await shoot(page, 'machines');
      await openPage(page, '/staff/machines/new');
      await page.getByRole('button', { name: '追加する' }).click();
      await shoot(page, 'machine-new');
      await openPage(page, `/staff/machines/${machine.id}`);
      await shoot(page, 'machine');
      await page.getByRole('button', { name: '接続キーを再発行' }).click();
      await shoot(page, 'machine-renew', false);
      await page.getByRole('button', { name: '再発行する' }).click();
      await page.getByText('コマンドで設定する場合').waitFor();
      await shoot(page, 'machine-secret');
      await openPage(page, `/staff/machines/${machine.id}/label`);
      await shoot(page, 'machine-label');
      await page.emulateMedia({ media: 'print' });
      await page.screenshot({ path: shotPath('staff-machine-label-print', size) });
      await page.emulateMedia({ media: 'screen' });
      await openPage(page, '/staff/rejected-messages');
      await page.getByText('受信した内容').first().click();
      await shoot(page, 'rejected-messages');
      await machine.stop();
      await used.stop();
    });
  });
}
