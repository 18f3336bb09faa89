import { createAccount, newEmail, password, signIn } from '#support/identity/accounts.ts';
import { runSql, test } from '#support/server/embedded-server.ts';
import {
  callApi,
  expect,
  fillProfile,
  heading,
  openAs,
  press,
  profile,
} from '#support/members/members.ts';
import { applyForPlan, offerPlan } from '#support/memberships/memberships.ts';
import { waitForApp } from '#support/browser/navigation.ts';
import {
  button,
  countTaken,
  makeGym,
  reservationsAddress,
  slot,
  tomorrow,
} from '#support/booking/reservations.ts';

test('register, code, profile, terms, home, a plan and the first slot: keeps next all the way', async ({
  page,
  embedded,
}) => {
  const email = newEmail();
  const gymId = await makeGym(embedded);
  await offerPlan(embedded, gymId, 'open');
  await page.goto('/informations');
  await waitForApp(page);
  await page.getByRole('link', { name: 'アプリをはじめて使う方' }).click();
  await expect(heading(page, 'アプリの新規登録')).toBeVisible();
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await press(page, '登録する');
  await page.getByLabel('確認コード').fill(await embedded.readCode(email));
  await press(page, '確認する');

  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await fillProfile(page);
  await press(page, '登録する');
  await expect(heading(page, '利用規約への同意')).toBeVisible();
  await expect(page).toHaveURL('/confirm-agreement?next=%2Finformations');
  await press(page, '同意して続ける');
  await expect(page).toHaveURL('/informations');
  await expect(heading(page, 'お知らせ')).toBeVisible();
  await page.goto('/');
  await expect(heading(page, 'テツさん')).toBeVisible();

  // From the slots it takes a plan, the application, the welcome, and the slot itself.
  await page.goto(reservationsAddress(gymId, tomorrow()));
  await expect(page.getByText('予約と入館にはプランが必要です。')).toBeVisible();
  await applyForPlan(page, '佐藤 哲');
  await expect(page.getByRole('region', { name: '会員証' })).toContainText(/会員番号\d{8}佐藤 哲/);
  await page.getByRole('link', { name: '最初の予約をとる' }).click();
  await expect(page).toHaveURL(reservationsAddress(gymId, tomorrow()));
  await button(page, '19:00〜20:00を予約する').click();
  await expect(slot(page, '19:00〜20:00')).toContainText('予約済み');
  expect(await countTaken(embedded, { gymId, day: tomorrow(), hour: 19 })).toBe(1);
});

test('each step can be done on another device, and back leads before all of them', async ({
  page,
  browser,
  embedded,
}) => {
  const account = await createAccount(embedded);
  await page.goto('/terms');
  await page.goto('/informations');
  await signIn(page, account);
  await expect(heading(page, 'プロフィールの登録')).toBeVisible();
  await fillProfile(page);
  // Another device creates the profile before this form is sent.
  await callApi(embedded, account, 'POST', '/userinfo', { ...profile, nickname: 'ほかの端末' });
  await press(page, '登録する');
  await expect(heading(page, '利用規約への同意')).toBeVisible();
  const { json } = await callApi(embedded, account, 'GET', '/userinfo');
  expect(json).toMatchObject({ nickname: 'テツ', height: 170.5, weight: 65 });

  const other = await browser.newContext({ baseURL: embedded.url });
  const tablet = await other.newPage();
  await openAs(tablet, account, '/settings');
  await expect(heading(tablet, '利用規約への同意')).toBeVisible();
  await press(tablet, '同意して続ける');
  await expect(heading(tablet, 'マイページ')).toBeVisible();
  await other.close();
  // Agreeing twice is not an error.
  await press(page, '同意して続ける');
  await expect(heading(page, 'お知らせ')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/terms');
});

test('the guard and the server agree', async ({ page, embedded }) => {
  async function expectLed(to: string): Promise<void> {
    await page.goto('/settings?tab=1');
    await waitForApp(page);
    await expect(page).toHaveURL(to);
  }
  const next = '?next=%2Fsettings%3Ftab%3D1';
  await expectLed(`/login${next}`);
  const account = await createAccount(embedded);
  await openAs(page, account, '/login');
  await expect(page).toHaveURL('/register/userinfo?next=%2F');
  await expectLed(`/register/userinfo${next}`);

  const { json } = await callApi(embedded, account, 'POST', '/userinfo', profile);
  expect(json['isProfileCompleted']).toBe(true);
  // This profile is from before height and weight became mandatory.
  await runSql(embedded.dataDir, 'update user_infos set height = null where nickname = $1', [
    'テツ',
  ]);
  await expectLed(`/register/userinfo${next}`);
  await expect(page.getByLabel('体重')).toHaveValue('65');
  await expect(page.getByLabel('身長')).toHaveValue('');

  await callApi(embedded, account, 'PATCH', '/userinfo', { height: 170 });
  await runSql(
    embedded.dataDir,
    'insert into terms_agreements (sub, version, agreed_at) select sub, 2, now() from user_infos where nickname = $1 on conflict do nothing',
    ['テツ'],
  );
  await expectLed(`/confirm-agreement${next}`);
  await callApi(embedded, account, 'POST', '/my/terms-and-conditions-agreements', { version: 3 });
  const sent = page.waitForRequest('**/api/userinfo');
  await expectLed('/settings?tab=1');
  const headers = (await sent).headers();
  expect(headers['authorization']).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  expect(headers['x-xsrf-token']).toMatch(/^[\w-]{43}$/);
});
