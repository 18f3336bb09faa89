import { signIn } from '#support/accounts.ts';
import { runSql, test } from '#support/embedded-server.ts';
import { startMachine } from '#support/machine.ts';
import { callApi, createReadyMember } from '#support/members.ts';
import { createShots, openPage, shotPath, tabletSizes } from '#support/shots.ts';
import { createWorker } from '#support/trainers.ts';

test.setTimeout(300_000);

/** Machines in every state, their secrets and labels, and what they sent in vain. */
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
