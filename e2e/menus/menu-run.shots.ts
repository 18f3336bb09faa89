import { signIn } from '#support/identity/accounts.ts';
import { test } from '#support/server/embedded-server.ts';
import { startMachine } from '#support/machines/machine.ts';
import { callApi, createReadyMember } from '#support/members/members.ts';
import { insertWorkouts, hoursAgo } from '#support/workouts/workouts.ts';
import { memberSizes, sizes, takeShot } from '#support/browser/shots.ts';

const item = (workoutTypeId: number, sets: number, loadKg: number | null) => ({
  workoutTypeId,
  sets,
  reps: 10,
  loadKg,
  restSeconds: 90,
});

const session = (title: string, types: readonly number[]) => ({
  title,
  description: '',
  tags: ['全身'],
  visibility: 'public',
  items: types.map((type, at) => item(type, 2, at % 2 === 0 ? 30 : null)),
});

/** Shows a session from its start to its end, over two machines. */
for (const size of memberSizes) {
  test(`menu run (${size})`, async ({ page, embedded }) => {
    test.setTimeout(300_000);
    await page.setViewportSize(sizes[size]);
    const shoot = async (name: string) => await takeShot(page, `session-run-${name}`, size);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const chest = await startMachine(embedded, 1);
    const back = await startMachine(embedded, 4);
    const member = await createReadyMember(embedded);
    await insertWorkouts(embedded, member, [
      { workoutTypeId: 4, startedAt: hoursAgo(72), sets: [{ loadKg: 25, reps: 10 }] },
      { workoutTypeId: 1, startedAt: hoursAgo(72), sets: [{ loadKg: 20, reps: 10 }] },
    ]);
    const make = (title: string, types: readonly number[]) =>
      callApi(embedded, member, 'POST', '/my/training-sessions', session(title, types));
    const short = await make('胸と背中の20分', [1, 4]);
    const long = await make('はじめての全身サーキット（ゆっくり）', [11, 12, 1, 4, 8, 3, 13]);
    const link = async (machine: typeof chest) => {
      await page.getByRole('textbox', { name: '接続コード' }).fill(await machine.code());
      await press('接続する');
      await page.getByText('動かし始めると').waitFor();
      await machine.waitFor('linked');
    };

    await page.goto(`/training-sessions/${String(long.json['trainingSessionId'])}`);
    await signIn(page, member);
    await page.getByRole('button', { name: 'このメニューを始める' }).waitFor();
    await shoot('start');
    await press('このメニューを始める');
    await page.getByText('次は').first().waitFor();
    await shoot('long');
    await page.goto(`/training-sessions/${String(short.json['trainingSessionId'])}`);
    await page.getByText('は終了します').waitFor();
    await shoot('other-under-way');
    await press('このメニューを始める');
    await page.getByText('0/4セット').first().waitFor();
    await shoot('panel');
    await link(chest);
    await shoot('target');
    chest.say('load 25');
    await chest.lift(7);
    await shoot('lifting');
    await chest.lift(3);
    chest.say('end-set');
    await page.getByText('1/2セット終了').waitFor();
    await shoot('resting');
    await chest.lift(10);
    chest.say('end-set');
    await page.getByText('この種目は完了です').waitFor();
    await shoot('machine-done');
    await press('次のマシンへ進む');
    await page
      .getByText(/記録を保存しました|自己ベスト更新/)
      .first()
      .waitFor();
    await page.getByText('2/4セット').first().waitFor();
    await shoot('between');
    await page.getByRole('navigation').getByRole('link', { name: 'ホーム' }).click();
    await page.getByText('トレーニング中').waitFor();
    await shoot('home');
    await page.goto(`/training-sessions/${String(short.json['trainingSessionId'])}`);
    await page.getByText('続ける', { exact: true }).waitFor();
    await shoot('continue');
    await page.getByText('続ける', { exact: true }).click();
    await link(back);
    await back.lift(10);
    back.say('end-set');
    await back.lift(10);
    back.say('end-set');
    await page.getByText('メニュー完了').waitFor();
    await shoot('done-live');
    back.say('finish');
    await page
      .getByText(/記録を保存しました|自己ベスト更新/)
      .first()
      .waitFor();
    await shoot('done');
    await press('トレーニングを終える');
    await page.getByRole('heading', { name: 'おつかれさまでした' }).waitFor();
    await shoot('finished');
    await Promise.all([chest.stop(), back.stop()]);
  });
}
