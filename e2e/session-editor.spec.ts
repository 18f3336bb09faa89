import type { Browser, Locator, Page } from '@playwright/test';
import type { SessionContent } from '@tanren/contract/training-sessions';
import { checkAccessibility } from './support/accessibility.ts';
import type { Account } from './support/accounts.ts';
import { browserOptions } from './support/browser.ts';
import type { EmbeddedServer } from './support/embedded-server.ts';
import {
  expect,
  expectQuietConsole,
  forgiveComplaints,
  heading,
  press,
  signOut,
  toast,
} from './support/identity-steps.ts';
import { test } from './support/member-server.ts';
import { callApi, createReadyMember, openAs } from './support/member-steps.ts';
import { contentOf, itemOf, makeSession } from './support/training-sessions.ts';

test.describe.configure({ timeout: 120_000 });
expectQuietConsole(test);

const item = itemOf(1);
const sample = contentOf({
  title: '胸の日',
  tags: ['胸'],
  visibility: 'private',
  items: [item, itemOf(2), itemOf(4)],
});

const makeSample = (
  embedded: EmbeddedServer,
  account: Account,
  change: Partial<SessionContent> = {},
) => makeSession(embedded, account, { ...sample, ...change });

async function listMine(
  embedded: EmbeddedServer,
  account: Account,
): Promise<Record<string, unknown>[]> {
  const { json } = await callApi(embedded, account, 'GET', '/my/training-sessions');
  return json['items'] as Record<string, unknown>[];
}

const readMine = (embedded: EmbeddedServer, account: Account, id: number) =>
  callApi(embedded, account, 'GET', `/my/training-sessions/${id}`);

const rowNames = (page: Page) => page.locator('[data-item]').locator('span > span:first-child');
const row = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^\\d+\\. ${name}`) });
const handle = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name}を並べ替える` });
const add = (page: Page, name: string) => press(page, `${name}を追加`);

async function expectRows(page: Page, names: readonly string[]): Promise<void> {
  await expect(rowNames(page)).toHaveText(names.map((name, index) => `${index + 1}. ${name}`));
}

async function openNew(page: Page, account: Account): Promise<void> {
  await openAs(page, account, '/training-sessions/new');
  await expect(heading(page, 'セッションの作成')).toBeVisible();
}

async function openEdit(page: Page, account: Account, id: number): Promise<void> {
  await openAs(page, account, `/training-sessions/${id}/edit`);
  await expect(heading(page, 'セッションの編集')).toBeVisible();
}

async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not in sight');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function dragBelow(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await centre(from), await centre(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 10, { steps: 2 });
  await page.mouse.move(end.x, end.y + 10, { steps: 8 });
  await page.mouse.up();
}

/** The whole page at once: what is only scrolled below the save bar is not too small. */
async function expectClean(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ ...size, height: Math.max(height, size.height) });
  expect(await checkAccessibility(page)).toEqual([]);
  await page.setViewportSize(size);
}

const storedDrafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('tanren:draft:')));

test('a session is made: what is missing is told, then three exercises, tags and a load', async ({
  page,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  await makeSample(embedded, other, { visibility: 'public', tags: ['ストレッチ前', '朝活'] });
  await openNew(page, member);
  await press(page, '保存する');
  await expect(page.getByText('タイトルを入力してください')).toBeVisible();
  await expect(page.getByText('種目を1つ以上追加してください')).toBeVisible();
  await expect(page.getByLabel('タイトル')).toBeFocused();
  await expectClean(page);

  await page.getByLabel('タイトル').fill(' 朝の全身 ');
  await expect(page.getByText('タイトルを入力してください')).toHaveCount(0);
  await page.getByLabel('説明').fill('起きてすぐ\n軽めに');
  await expect(page.getByText('9/1000')).toBeVisible();

  const tags = page.getByRole('combobox', { name: 'タグ' });
  await tags.fill('すとれ');
  await expect(page.getByRole('option', { name: 'ストレッチ前' })).toBeVisible();
  await expectClean(page);
  await tags.press('ArrowDown');
  await expect(tags).toHaveAttribute('aria-activedescendant', /.+/);
  // The Enter that ends a conversion of kana adds nothing.
  await tags.evaluate((input) => {
    input.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }),
    );
  });
  await expect(page.getByRole('button', { name: 'ストレッチ前を外す' })).toHaveCount(0);
  await tags.press('Enter');
  await expect(page.getByRole('button', { name: 'ストレッチ前を外す' })).toBeVisible();
  await tags.fill('＃ｆｕｌｌ');
  await tags.press('Enter');
  await tags.fill('すとれっち前');
  await tags.press('Enter');
  await tags.fill('やめる');
  await tags.press('Enter');
  await tags.press('Backspace');
  await tags.fill('あ'.repeat(21));
  await tags.press('Enter');
  await expect(page.getByText('タグは20文字以内で入力してください')).toBeVisible();
  await tags.fill('朝');
  // Whoever goes on to the next field meant it.
  await page.getByRole('radio', { name: '公開', exact: true }).check();
  const chosen = page.getByRole('list', { name: '選んだタグ' }).getByRole('listitem');
  await expect(chosen).toHaveText(['ストレッチ前', 'full', '朝']);
  await expect(page.getByRole('listbox')).toHaveCount(0);

  await add(page, 'チェストプレス');
  await add(page, 'ラットプルダウン');
  // What is under the finger stays there while the list above grows.
  const legPress = page.getByRole('button', { name: 'レッグプレスを追加' });
  await legPress.scrollIntoViewIfNeeded();
  const before = await centre(legPress);
  await page.mouse.click(before.x, before.y);
  await expect(row(page, 'レッグプレス')).toBeAttached();
  expect(Math.abs((await centre(legPress)).y - before.y)).toBeLessThan(2);
  await expectRows(page, ['チェストプレス', 'ラットプルダウン', 'レッグプレス']);
  await expect(page.getByText('約20分・9セット')).toBeVisible();

  await row(page, 'レッグプレス').click();
  await page.getByLabel('重さを指定').check();
  await expect(page.getByText('10〜300 kg（5 kg刻み）')).toBeVisible();
  await page.getByRole('spinbutton', { name: '重さ' }).fill('１０２');
  await press(page, '回数を増やす');
  await page.getByRole('spinbutton', { name: '休憩' }).press('ArrowUp');
  await expectClean(page);
  await expect(row(page, 'レッグプレス')).toContainText('3×11 100kg 休憩105秒');
  await tags.fill('週末');
  await press(page, '保存する');
  await expect(toast(page, '保存しました')).toBeVisible();
  await expect(page).toHaveURL(/\/training-sessions\/\d+$/);
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect((await readMine(embedded, member, id)).json).toMatchObject({
    title: '朝の全身',
    description: '起きてすぐ\n軽めに',
    tags: ['ストレッチ前', 'full', '朝', '週末'],
    visibility: 'public',
    items: [item, itemOf(4), itemOf(11, { reps: 11, loadKg: 100, restSeconds: 105 })],
    version: 1,
  });
  expect(await storedDrafts(page)).toEqual([]);
});

test('rows are put into order by keyboard, mouse and buttons', async ({
  page,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  await expectRows(page, ['チェストプレス', 'ペクトラルフライ', 'ラットプルダウン']);

  await handle(page, 'チェストプレス').focus();
  await page.keyboard.press('Space');
  await expect(
    page.getByText('チェストプレスを持ち上げました。現在3件中1番目です。'),
  ).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText('チェストプレスは3件中2番目です。')).toBeAttached();
  await page.keyboard.press('Space');
  await expectRows(page, ['ペクトラルフライ', 'チェストプレス', 'ラットプルダウン']);
  await expect(handle(page, 'チェストプレス')).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expectRows(page, ['ペクトラルフライ', 'チェストプレス', 'ラットプルダウン']);

  await handle(page, 'ラットプルダウン').scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await dragBelow(page, handle(page, 'ペクトラルフライ'), handle(page, 'ラットプルダウン'));
  await expectRows(page, ['チェストプレス', 'ラットプルダウン', 'ペクトラルフライ']);

  await row(page, 'ペクトラルフライ').click();
  await press(page, '上へ');
  await expectRows(page, ['チェストプレス', 'ペクトラルフライ', 'ラットプルダウン']);
  await press(page, '上へ');
  await expectRows(page, ['ペクトラルフライ', 'チェストプレス', 'ラットプルダウン']);
  // At the top it goes no further, and the focus stays.
  const up = page.getByRole('button', { name: '上へ', exact: true });
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await up.press('Enter');
  await expect(up).toBeFocused();
  await expectRows(page, ['ペクトラルフライ', 'チェストプレス', 'ラットプルダウン']);
  await press(page, '下へ');
  await press(page, '保存する');
  await expect(toast(page, '保存しました')).toBeVisible();
  const { json } = await readMine(embedded, member, id);
  expect((json['items'] as { workoutTypeId: number }[]).map((kept) => kept.workoutTypeId)).toEqual([
    1, 2, 4,
  ]);
  expect(json['version']).toBe(2);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });
  test('a row is dragged by its handle', async ({ page, context, embedded, member }) => {
    await openEdit(page, member, await makeSample(embedded, member));
    await handle(page, 'ラットプルダウン').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
    await expect(handle(page, 'ラットプルダウン')).toBeInViewport();
    const [from, to] = [
      await centre(handle(page, 'チェストプレス')),
      await centre(handle(page, 'ラットプルダウン')),
    ];
    const scrolled = await page.evaluate(() => scrollY);
    const touch = await context.newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: y === undefined ? [] : [{ x: from.x, y }],
      });
    await send('touchStart', from.y);
    for (let step = 1; step <= 10; step += 1) {
      await send('touchMove', from.y + ((to.y + 10 - from.y) * step) / 10);
    }
    await send('touchEnd');
    await expectRows(page, ['ペクトラルフライ', 'ラットプルダウン', 'チェストプレス']);
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  });
});

test('twenty exercises stay overseeable; a removed one comes back', async ({
  page,
  embedded,
  member,
}) => {
  const nineteen = Array.from({ length: 19 }, (_, index) => itemOf(1 + (index % 16)));
  await openEdit(page, member, await makeSample(embedded, member, { items: nineteen }));
  await row(page, 'カーフレイズ').click();
  await press(page, '複製');
  await expect(rowNames(page)).toHaveCount(20);
  await expect(rowNames(page).nth(16)).toHaveText('17. カーフレイズ');
  await expect(page.getByText('種目は20個まで追加できます。')).toBeVisible();
  // One row is open at a time, so nothing else could be duplicated by mistake.
  await rowNames(page).first().click();
  await expect(page.getByRole('button', { name: '複製' })).toHaveCount(1);
  await expect(page.getByRole('button', { name: '複製' })).toHaveAttribute('aria-disabled', 'true');
  await expectClean(page);
  await press(page, '削除');
  await expect(rowNames(page)).toHaveCount(19);
  await expect(page.getByRole('button', { name: 'チェストプレスの削除を元に戻す' })).toBeFocused();
  await expectClean(page);
  await page.keyboard.press('Enter');
  await expect(rowNames(page)).toHaveCount(20);
  await expect(rowNames(page).first()).toHaveText('1. チェストプレス');
});

test('a draft survives a reload, belongs to its member, and is given up only on purpose', async ({
  page,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  await openNew(page, member);
  await page.getByLabel('タイトル').fill('書きかけ');
  await add(page, 'アームカール');
  await page.reload();
  await expect(page.getByText('下書きを復元しました。')).toBeVisible();
  await expectClean(page);
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');
  await expectRows(page, ['アームカール']);

  await press(page, '破棄する');
  await expect(page.getByText('下書きを破棄しました。')).toBeVisible();
  await expect(page.getByLabel('タイトル')).toHaveValue('');
  expect(await storedDrafts(page)).toEqual([]);
  await press(page, '元に戻す');
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');

  // Leaving asks, and says that nothing is lost.
  await page.getByRole('link', { name: 'メニュー' }).click();
  const question = page.getByRole('alertdialog', { name: '保存せずに移動しますか？' });
  await expect(question).toContainText('下書きはこの端末に残ります');
  await expectClean(page);
  await press(page, '編集を続ける');
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');
  await page.getByRole('link', { name: 'メニュー' }).click();
  await press(page, '保存せずに移動する');
  await expect(heading(page, '設定')).toBeVisible();

  await signOut(page);
  await openNew(page, other);
  await expect(page.getByLabel('タイトル')).toHaveValue('');
  await expect(page.getByText('下書きを復元しました。')).toHaveCount(0);
  await page.getByRole('link', { name: 'メニュー' }).click();
  await signOut(page);
  await openNew(page, member);
  await expect(page.getByLabel('タイトル')).toHaveValue('書きかけ');
  await press(page, '保存する');
  await expect(toast(page, '保存しました')).toBeVisible();
  await page.goto('/training-sessions/new');
  await expect(page.getByLabel('タイトル')).toHaveValue('');
});

test('what else stands in the storage does no harm, nor does a full one', async ({
  page,
  embedded,
  member,
}) => {
  await openNew(page, member);
  await page.getByLabel('タイトル').fill('書きかけ');
  const [key = ''] = await storedDrafts(page);
  expect(key).toMatch(/^tanren:draft:[\w-]+:new$/);
  for (const text of ['', '{', '{"form":1}', '<img src=x onerror=alert(1)>', 'null']) {
    await page.evaluate(
      ([name = '', value = '']) => localStorage.setItem(name, value),
      [key, text],
    );
    await page.reload();
    await expect(heading(page, 'セッションの作成')).toBeVisible();
    await expect(page.getByLabel('タイトル')).toHaveValue('');
  }
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('タイトル').fill('残せない');
  await add(page, 'アームカール');
  await page.getByRole('link', { name: 'メニュー' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('移動すると失われます');
  await press(page, '編集を続ける');
  await press(page, '保存する');
  await expect(page).toHaveURL(/\/training-sessions\/\d+$/);
  expect(await listMine(embedded, member)).toMatchObject([{ title: '残せない' }]);
});

test('two taps make one session; so do two with a lost answer between', async ({
  page,
  context,
  embedded,
  member,
}) => {
  await openNew(page, member);
  await page.getByLabel('タイトル').fill('一度だけ');
  await add(page, 'レッグカール');
  await page.getByRole('button', { name: '保存する' }).dblclick();
  await expect(toast(page, '保存しました')).toBeVisible();
  expect(await listMine(embedded, member)).toHaveLength(1);

  await page.goto('/training-sessions/new');
  await page.getByLabel('タイトル').fill('圏外');
  await add(page, 'レッグカール');
  await context.setOffline(true);
  await press(page, '保存する');
  await expect(
    page.getByText('ネットワークに接続できないため、保存できませんでした。'),
  ).toBeVisible();
  await expectClean(page);
  await expect(page.getByLabel('タイトル')).toHaveValue('圏外');
  await context.setOffline(false);
  await press(page, '保存する');
  await expect(page).toHaveURL(/\/training-sessions\/\d+$/);
  expect(await listMine(embedded, member)).toHaveLength(2);

  // The session is made, but nobody hears of it; what is changed before the next tap counts too.
  await page.goto('/training-sessions/new');
  await page.getByLabel('タイトル').fill('返事なし');
  await add(page, 'レッグカール');
  await page.route('**/api/my/training-sessions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, '保存する');
  await expect(
    page.getByText('ネットワークに接続できないため、保存できませんでした。'),
  ).toBeVisible();
  await page.unroute('**/api/my/training-sessions');
  await page.reload();
  await page.getByLabel('タイトル').fill('返事なし 改');
  await press(page, '保存する');
  await expect(toast(page, '返事なし 改')).toBeVisible();
  const mine = await listMine(embedded, member);
  expect(mine.map(({ title }) => title)).toEqual(['返事なし 改', '圏外', '一度だけ']);
  forgiveComplaints('net::ERR_');
  forgiveComplaints('Network');
});

async function openSecondDevice(browser: Browser, baseURL: string): Promise<Page> {
  const { viewport = null, locale = 'ja-JP', timezoneId = 'Asia/Tokyo' } = browserOptions;
  const context = await browser.newContext({ viewport, locale, timezoneId, baseURL });
  return context.newPage();
}

test('changed on two devices at once: the difference is shown, and either may be kept', async ({
  page,
  browser,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  const second = await openSecondDevice(browser, embedded.url);
  await openEdit(second, member, id);
  await second.getByLabel('タイトル').fill('二台目の題');
  await row(second, 'ペクトラルフライ').click();
  await press(second, 'セットを増やす');
  await press(second, '保存する');
  await expect(toast(second, '保存しました')).toBeVisible();

  await page.getByLabel('タイトル').fill('一台目の題');
  await press(page, '保存する');
  const panel = page.getByRole('region', { name: 'ほかの端末で内容が変更されています' });
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('heading')).toBeFocused();
  await expect(panel).toContainText('二台目の題');
  await expect(panel).toContainText('一台目の題');
  await expect(panel.getByText('ペクトラルフライ 4×10 おすすめ 休憩90秒')).toBeVisible();
  await expect(panel.getByText('あなたの入力（変更なし）')).toBeVisible();
  await expectClean(page);
  // Nothing is lost by a reload: it is asked again.
  await page.reload();
  await expect(panel).toBeVisible();
  await press(page, '自分の内容で上書きする');
  await expect(toast(page, '一台目の題')).toBeVisible();
  expect((await readMine(embedded, member, id)).json).toMatchObject({
    title: '一台目の題',
    items: sample.items,
    version: 3,
  });

  // The second device goes on from what it saved; now it takes over what is there.
  await second.goto(`/training-sessions/${id}/edit`);
  await expect(second.getByLabel('タイトル')).toHaveValue('一台目の題');
  await second.getByLabel('タイトル').fill('二台目ふたたび');
  const changed = { ...sample, title: 'もう一度一台目', version: 3 };
  await callApi(embedded, member, 'PUT', `/my/training-sessions/${id}`, changed);
  await press(second, '保存する');
  await press(second, '最新の内容を読み込む');
  await expect(second.getByText('最新の内容を読み込みました。')).toBeVisible();
  await expect(second.getByLabel('タイトル')).toHaveValue('もう一度一台目');
  await press(second, '自分の入力に戻す');
  await expect(second.getByLabel('タイトル')).toHaveValue('二台目ふたたび');
  await press(second, '保存する');
  await press(second, '編集を続ける');
  await expect(second.getByLabel('タイトル')).toHaveValue('二台目ふたたび');
  await press(second, '保存する');
  await press(second, '最新の内容を読み込む');
  await second.getByLabel('タイトル').fill('最新から');
  await press(second, '保存する');
  await expect(toast(second, '最新から')).toBeVisible();
  expect((await readMine(embedded, member, id)).json).toMatchObject({
    title: '最新から',
    version: 5,
  });
  await second.context().close();
  forgiveComplaints('409');
});

test('deleted meanwhile: what was typed becomes a new session', async ({
  page,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  await page.getByLabel('タイトル').fill('消えても残る');
  await callApi(embedded, member, 'DELETE', `/my/training-sessions/${id}`);
  await press(page, '保存する');
  const panel = page.getByRole('region', { name: 'このセッションは削除されています' });
  await expect(panel).toBeVisible();
  await expectClean(page);
  await page.reload();
  await expect(panel).toBeVisible();
  await press(page, '新しいセッションとして保存');
  await expect(toast(page, '消えても残る')).toBeVisible();
  const mine = await listMine(embedded, member);
  expect(mine).toMatchObject([{ title: '消えても残る' }]);
  expect(mine[0]?.['trainingSessionId']).not.toBe(id);
  expect(await storedDrafts(page)).toEqual([]);
});

test('there is no editing of what is not there, or somebody else’s', async ({
  page,
  embedded,
  member,
}) => {
  const other = await createReadyMember(embedded);
  const foreign = await makeSample(embedded, other, { visibility: 'public' });
  await openAs(page, member, `/training-sessions/${foreign}/edit`);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.goto('/training-sessions/2147483647/edit');
  await expect(heading(page, 'Page not found')).toBeVisible();
});

test('an edit begins with what is saved now, also when the page was seen before', async ({
  page,
  embedded,
  member,
}) => {
  const id = await makeSample(embedded, member);
  await openEdit(page, member, id);
  await page.getByLabel('タイトル').fill('一度目');
  await press(page, '保存する');
  await expect(toast(page, '一度目')).toBeVisible();
  await page.goBack();
  await page.goto(`/training-sessions/${id}`);
  await page.getByRole('link', { name: '編集' }).click();
  await expect(page.getByLabel('タイトル')).toHaveValue('一度目');
  await page.getByLabel('タイトル').fill('二度目');
  await press(page, '保存する');
  await expect(toast(page, '二度目')).toBeVisible();
  await page.getByRole('link', { name: '編集' }).click();
  await expect(page.getByLabel('タイトル')).toHaveValue('二度目');
  await page.getByLabel('タイトル').fill('三度目');
  await press(page, '保存する');
  await expect(toast(page, '三度目')).toBeVisible();
  expect((await readMine(embedded, member, id)).json).toMatchObject({ version: 4 });
});
