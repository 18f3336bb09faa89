import { runSql } from './support/database.ts';
import {
  expect,
  expectClean,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { callApi } from './support/member-steps.ts';
import { createWorker, linkTrainer } from './support/trainer-link.ts';
import {
  codeField,
  endLink,
  expectEnded,
  loadCard,
  memberCards,
  notShared,
  openMember,
  openTrainer,
  share,
  tab,
} from './support/trainer-pages.ts';
import { hoursAgo, insertWorkouts, readSub, someWorkouts } from './support/workouts.ts';

expectQuietConsole(test);

test('a code is entered as it comes, and each refusal says what to do', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await openTrainer(page, trainer);
  await expect(page.getByText('担当会員はまだいません')).toBeVisible();
  await expectClean(page);
  await press(page, '連携する');
  await expect(page.getByText('連携コードを入力してください')).toBeVisible();
  await codeField(page).fill('ABCD-EFG0');
  await press(page, '連携する');
  await expect(page.getByText('英数字8文字のコード')).toBeVisible();
  await codeField(page).fill('2222-2222');
  await press(page, '連携する');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('会員の方に新しいコード');
  const own = await callApi(embedded, trainer, 'POST', '/trainer-connection-code', {});
  await codeField(page).fill(String(own.json['code']));
  await press(page, '連携する');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('ご自身が発行した');
  await expectClean(page);

  const { json } = await callApi(embedded, member, 'POST', '/trainer-connection-code', {});
  const code = String(json['code']).replace('-', '');
  const fullWidth = code.replace(/./g, (c) =>
    String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0),
  );
  await codeField(page).fill(` ${fullWidth.toLowerCase()}`);
  await expect(codeField(page)).toHaveValue(`${code.slice(0, 4)}-${code.slice(4)}`);
  await codeField(page).press('Enter');
  await expect(toast(page, 'テツさんを担当会員に登録しました')).toBeVisible();
  await expect(heading(page, 'テツさん')).toBeVisible();
  await page.getByRole('link', { name: '担当会員', exact: true }).click();
  await expect(memberCards(page)).toHaveCount(1);
  await expect(memberCards(page)).toContainText('記録なし');
  // Told once, it is nobody's any more.
  await codeField(page).fill(code);
  await press(page, '連携する');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('会員の方に新しいコード');
  forgiveComplaints('409');
});

test('after many wrong codes the page says when to try again', async ({ page, embedded }) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await runSql(
    embedded.dataDir,
    `insert into trainer_code_failures (trainer_sub, address, failed_at)
     select $1, 'elsewhere', now() - interval '5 minutes' from generate_series(1, 10)`,
    [await readSub(trainer)],
  );
  await openTrainer(page, trainer);
  await codeField(page).fill('ABCD-EFGH');
  await press(page, '連携する');
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/約(10|9)分後/);
  forgiveComplaints('429');
});

test('members stand in a list, those who are missing first, and are found by name', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  await linkTrainer(embedded, member, trainer);
  const lapsed = { workoutTypeId: 1, sets: [{ loadKg: 40, reps: 10 }] };
  await insertWorkouts(embedded, member, [{ ...lapsed, startedAt: hoursAgo(40 * 24) }]);
  await openTrainer(page, trainer);
  await expect(memberCards(page)).toContainText('40日前');
  await expect(memberCards(page)).toContainText('28日以上休み');
  await expect(memberCards(page)).toContainText('トレーニング履歴・プロフィール・トレーニング状況');
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await share(embedded, member, ['profile']);
  await runSql(
    embedded.dataDir,
    `with added as (
       insert into user_infos (sub, nickname, created_at, updated_at)
       select gen_random_uuid(), '会員' || n, now(), now()
       from generate_series(1, 11) n returning sub)
     insert into trainer_links (member_sub, trainer_sub, scopes, linked_at)
     select sub, $1, '{history}', now() from added`,
    [await readSub(trainer)],
  );
  await page.reload();
  await expect(memberCards(page)).toHaveCount(12);
  const shared = memberCards(page).filter({ hasText: 'テツ' });
  await expect(shared).toContainText('共有なし');
  await expect(shared).not.toContainText('40日前');
  await page.getByRole('searchbox', { name: '名前で探す' }).fill('てつ');
  await expect(memberCards(page)).toHaveCount(1);
  await expectClean(page);
  await page.getByRole('searchbox').fill('いない人');
  await expect(page.getByText('その名前の担当会員は見つかりません')).toBeVisible();
});

test('each view shows what is shared, down to a rep', async ({ page, embedded, member }) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await insertWorkouts(embedded, member, someWorkouts);
  await openMember(page, trainer, memberId);
  await expect(page.getByRole('region', { name: 'プロフィール' })).toContainText('170.5cm');
  await expect(page.getByRole('region', { name: 'プロフィール' })).toContainText('週2〜3回');
  await expect(page.getByRole('region', { name: '今週のトレーニング' })).toContainText('1日');
  await expectClean(page);

  await tab(page, '種目と重量').click();
  await expect(loadCard(page, 'チェストプレス')).toContainText('52.5kg');
  await expectClean(page);
  await page.getByRole('link', { name: 'チェストプレスの推移' }).click();
  await expect(heading(page, 'チェストプレス')).toBeVisible();
  await page.getByRole('link', { name: '全期間' }).click();
  await expect(page).toHaveURL(/period=all/);
  await expect(page.getByRole('region', { name: '自己ベスト' })).toContainText('52.5');
  await expectClean(page);
  await page.getByRole('link', { name: 'すべての記録（3件）' }).click();
  await expect(page).toHaveURL(/view=history&workoutType=1/);
  const cards = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(cards).toHaveCount(3);
  await page.getByRole('link', { name: 'すべて', exact: true }).click();
  await expect(cards).toHaveCount(4);
  await expectClean(page);
  await cards.filter({ hasText: 'チェストプレス' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/trainer/members/${memberId}/workouts/`));
  await page.getByText('1回ごとの記録を表で見る').click();
  await expect(page.getByRole('row', { name: /2セット目 12回目 52\.5/ })).toBeVisible();
  await expectClean(page);
  await page.getByRole('link', { name: /前回の記録/ }).click();
  await expect(page.getByRole('cell', { name: '50.0' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'テツさん' }).click();
  await expect(tab(page, '履歴')).toHaveAttribute('aria-current', 'page');
  await page.goto(`/trainer/members/${memberId}/workouts/2147483647`);
  await expect(heading(page, 'Page not found')).toBeVisible();
});

test('a chosen load and its reason reach the member until they are taken back', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await insertWorkouts(embedded, member, someWorkouts);
  await openMember(page, trainer, memberId);
  await tab(page, '種目と重量').click();
  const card = loadCard(page, 'チェストプレス');
  await card.getByRole('button', { name: '次回の重量を指定する' }).click();
  const load = card.getByRole('spinbutton', { name: '次回の重量' });
  await expect(load).toBeFocused();
  await load.fill('４８');
  await card.getByRole('button', { name: '指定する', exact: true }).click();
  await expect(card.getByText('理由を入力してください')).toBeVisible();
  await expect(load).toHaveValue('47.5');
  await card.getByLabel('理由').fill('フォームを整えましょう。');
  await expectClean(page);
  await card.getByRole('button', { name: '指定する', exact: true }).click();
  await expect(card).toContainText('次回（指定中）');
  await expect(card).toContainText('理由: フォームを整えましょう。');
  await expect(card.getByRole('button', { name: '指定を変更する' })).toBeFocused();
  const readLoads = async () => {
    const { json } = await callApi(embedded, member, 'GET', '/workout-loads');
    return Object.values(json);
  };
  expect(await readLoads()).toContainEqual(
    expect.objectContaining({
      workoutTypeId: 1,
      nextLoad: 47.5,
      nextLoadReason: 'trainer',
      nextLoadNote: { text: 'フォームを整えましょう。', nickname: 'コウジ' },
    }),
  );
  await expectClean(page);
  await card.getByRole('button', { name: '指定を取り消す' }).click();
  await expect(card).not.toContainText('指定中');
  expect(JSON.stringify(await readLoads())).not.toContain('trainer');
});

test('what the member takes back is not there at the next click', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await insertWorkouts(embedded, member, someWorkouts);
  await openMember(page, trainer, memberId);
  await tab(page, '履歴').click();
  await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(4);
  await tab(page, '種目と重量').click();
  await expect(loadCard(page, 'チェストプレス')).toBeVisible();
  await share(embedded, member, ['profile']);
  // The very view that was seen a moment ago.
  await tab(page, '履歴').click();
  await expect(notShared(page)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('チェストプレス');
  await expectClean(page);
  await tab(page, '種目と重量').click();
  await expect(notShared(page)).toBeVisible();
  await tab(page, '概要').click();
  await expect(page.getByRole('region', { name: 'トレーニング状況' })).toContainText(
    'この情報は共有されていません。',
  );
  await expect(page.getByRole('region', { name: 'プロフィール' })).toContainText('170.5cm');
  await share(embedded, member, []);
  await page.reload();
  await expect(notShared(page)).toHaveCount(2);
  await page.goto(`/trainer/members/${memberId}/training-history/1`);
  await expect(notShared(page)).toBeVisible();
});

test('once the member has ended the link, every next click says so', async ({
  page,
  embedded,
  member,
}) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await insertWorkouts(embedded, member, someWorkouts);
  await openMember(page, trainer, memberId);
  await tab(page, '種目と重量').click();
  const card = loadCard(page, 'チェストプレス');
  await card.getByRole('button', { name: '次回の重量を指定する' }).click();
  await card.getByLabel('理由').fill('もう届きません。');
  await endLink(embedded, member);
  await card.getByRole('button', { name: '指定する', exact: true }).click();
  await expectEnded(page, 'テツ');
  await expectClean(page);
  await page.getByRole('link', { name: '担当会員の一覧へ' }).click();
  await expect(page.getByText('担当会員はまだいません')).toBeVisible();
  for (const path of ['', '?view=history', '/workouts/1', '/training-sessions/new']) {
    await page.goto(`/trainer/members/${memberId}${path}`);
    await expectEnded(page, 'テツ');
  }
  await page.goBack();
  await expectEnded(page, 'テツ');
});

test('the trainer ends a link after a question', async ({ page, embedded, member }) => {
  const trainer = await createWorker(embedded, 'trainer', 'コウジ');
  const memberId = await linkTrainer(embedded, member, trainer);
  await openMember(page, trainer, memberId);
  await press(page, '連携を解除する');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('テツさんとの連携を解除しますか');
  await expectClean(page);
  await dialog.getByRole('button', { name: '終了しない' }).click();
  await expect(dialog).toBeHidden();
  await press(page, '連携を解除する');
  await dialog.getByRole('button', { name: '連携を解除する' }).click();
  await expect(toast(page, 'テツさんの担当を終了しました')).toBeVisible();
  await expect(page).toHaveURL('/trainer');
  await expect(page.getByText('担当会員はまだいません')).toBeVisible();
  const { json } = await callApi(embedded, member, 'GET', '/trainer-connection-code');
  expect(json).toEqual({ state: 'none' });
  await page.goto(`/trainer/members/${memberId}`);
  await expectEnded(page, 'テツ');
});
