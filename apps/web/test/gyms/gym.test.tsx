import { getGymCrowd, type GymCrowd } from '@tanren/contract/gyms/gym-crowd';
import { type Gym, getGym, listGyms } from '@tanren/contract/gyms/gyms';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';
import { listMyMemberships } from '@tanren/contract/memberships/memberships';
import { everyDay, sampleGym } from '#test/samples/gyms.ts';
import { sampleMembership, samplePlan } from '#test/samples/memberships.ts';
import { answerGymPage, emptyCrowd, onlyOn } from './gym-page.ts';

const weekdays = ['日', '月', '火', '水', '木', '金', '土'];
/** A Tuesday. */
const noon = new Date('2026-11-17T12:00+09:00');
const opening = () => page.getByRole('region', { name: '本日の営業時間' });
const today = () => document.querySelector('[aria-current=date]')?.textContent;

const read = (locator: { elements: () => Element[] }) =>
  locator.elements().map(({ textContent }) => textContent);

test('shows a gym with hours, plans, rules and directions', async () => {
  takeClock(noon);
  answerGymPage({
    specialDays: [
      { date: '2026-11-20', hours: null, note: '設備点検' },
      { date: '2026-11-21', hours: { opensMinute: 600, closesMinute: 1080 }, note: '' },
    ],
  });
  await renderPage('/gyms/1');
  await expect.element(heading('TANREN 神田')).toBeVisible();
  await expect.poll(() => document.title).toBe('ジム | TANREN');
  const week = page.getByRole('table', { name: '曜日ごとの営業時間' });
  expect(read(week.getByRole('rowheader'))).toEqual(weekdays.map((day) => `${day}曜日`));
  await expect.element(week.getByRole('cell').first()).toHaveTextContent('6:00〜翌2:00');
  expect(today()).toContain('火曜日');
  const hours = page.getByRole('region', { name: '営業時間', exact: true });
  expect(read(hours.getByRole('definition'))).toEqual(['休館設備点検', '10:00〜18:00']);
  // A member sees only the own plan.
  const plan = page.getByRole('region', { name: '利用中のプラン' });
  await expect.element(plan).toHaveTextContent('レギュラー¥8,800/月（税込）うち消費税¥800');
  await expect.element(plan).not.toHaveTextContent('デイ');
  await expect
    .element(plan.getByRole('link', { name: '会員契約を確認・変更する' }))
    .toHaveAttribute('href', '/settings/membership');
  const rules = page.getByRole('region', { name: '予約のルール' });
  await expect.element(rules).toHaveTextContent('1回の利用時間60分定員12人');
  await expect.element(rules).toHaveTextContent('開始の2時間前まで');
  const map = page.getByRole('link', { name: '地図を開く' });
  await expect.element(map).toHaveAttribute('target', '_blank');
  await expect.element(map).toHaveAttribute('rel', expect.stringContaining('noopener'));
  await expect
    .element(map)
    .toHaveAttribute('href', 'https://www.google.com/maps/search/?api=1&query=x');
  const phone = page.getByRole('link', { name: /03-0000-1234/ });
  await expect.element(phone).toHaveAttribute('href', 'tel:0300001234');
  const mail = page.getByRole('link', { name: 'メールを送る kanda@tanren.example' });
  await expect.element(mail).toHaveAttribute('href', 'mailto:kanda@tanren.example');
  await expectAccessible();
  expectNoSidewaysScroll();
  const reserve = page.getByRole('main').getByRole('link', { name: '予約する' });
  await expect.element(reserve).toHaveAttribute('href', '/reservations?gym=1');
});

test('compares the plans for a newcomer, and each row leads to its application', async () => {
  answerGymPage();
  answer(listMyMemberships, { memberships: [], requests: [] });
  const { address } = await renderPage('/gyms/1');
  const table = page.getByRole('table', { name: 'プランの比較' });
  await expect.element(table).toBeVisible();
  expect(read(table.getByRole('row'))).toEqual([
    'プラン使える時間・回数料金',
    'レギュラーいつでも回数制限なし¥8,800/月',
    'デイ月〜金曜日 17:00まで月8回まで¥6,600/月',
  ]);
  // Today's hours and the way there come before everything else.
  const place = page.getByRole('region', { name: 'アクセス' }).element();
  const top = place.getBoundingClientRect().top;
  expect(top).toBeLessThan(320);
  expect(top).toBeLessThan(table.element().getBoundingClientRect().top);
  await expectAccessible();
  expectNoSidewaysScroll();
  // The whole row is the target.
  const price = table.getByRole('cell', { name: '¥6,600/月' }).element();
  price.scrollIntoView({ block: 'center' });
  const { left, top: priceTop, width, height } = price.getBoundingClientRect();
  const target = document.elementFromPoint(left + width / 2, priceTop + height / 2);
  expect(target?.getAttribute('aria-label')).toBe('「デイ」に申し込む');
  await table.getByRole('link', { name: '「デイ」に申し込む' }).click();
  await expect.poll(address).toBe('/gyms/1/join?plan=3');
});

test('shows the plan of another gym that covers this one', async () => {
  answerGymPage();
  const plan = { ...samplePlan, name: 'マスター', allGyms: true };
  const [term] = sampleMembership().terms;
  const elsewhere = sampleMembership({
    gymId: 2,
    terms: term === undefined ? [] : [{ ...term, plan }],
  });
  answer(listMyMemberships, { memberships: [elsewhere], requests: [] });
  await renderPage('/gyms/1');
  const shown = page.getByRole('region', { name: '利用中のプラン' });
  await expect.element(shown).toHaveTextContent('マスター');
  await expect.element(shown).toHaveTextContent('ほかのジムの会員契約で');
});

/** Text of each field on the page of a gym, or why it has none. */
const shownFields: Readonly<Record<keyof Gym, string | { readonly notShown: string }>> = {
  id: { notShown: 'It is in the address of the page.' },
  name: 'TANREN 神田',
  address: '東京都千代田区神田鍛冶町0-0-0',
  access: 'JR神田駅から徒歩3分',
  phone: '03-0000-1234',
  email: 'kanda@tanren.example',
  mapUrl: { notShown: 'It is the target of the link beside the address.' },
  timeZone: { notShown: 'All gyms are in Japan.' },
  slotMinutes: '1回の利用時間60分',
  capacity: '定員12人',
  cancelDeadlineMinutes: '開始の2時間前まで',
  reservableDays: '28日先まで',
  joining: { notShown: 'The form of an application explains it.' },
  noticeDay: { notShown: 'The dialogs that change a contract explain it.' },
  minimumAge: { notShown: 'The form of an application explains it.' },
  healthCheck: '健康チェック',
};

test('shows every field of a gym that is for its page', async () => {
  expect(Object.values(sampleGym)).not.toContain('');
  answerGymPage();
  await renderPage('/gyms/1');
  await expect.element(heading('TANREN 神田')).toBeVisible();
  const text = page.getByRole('main').element().textContent;
  const shown = Object.values(shownFields).filter((value) => typeof value === 'string');
  expect(shown.filter((value) => !text.includes(value))).toEqual([]);
});

test('マイページ links to phone and mail of each gym', async () => {
  answerGymPage();
  answer(getGym, ({ params: { gymId } }) =>
    gymId === 1
      ? sampleGym
      : { ...sampleGym, id: gymId, name: 'TANREN 上野', phone: '', email: '' },
  );
  answer(listGyms, [
    { id: 1, name: 'TANREN 神田', address: '' },
    { id: 2, name: 'TANREN 上野', address: '' },
  ]);
  await renderPage('/settings');
  await page.getByRole('link', { name: 'お問い合わせ' }).click();
  await expect.element(heading('お問い合わせ')).toBeVisible();
  const kanda = page.getByRole('region', { name: 'TANREN 神田' });
  await expect
    .element(kanda.getByRole('link', { name: '電話をかける 03-0000-1234' }))
    .toHaveAttribute('href', 'tel:0300001234');
  await expect
    .element(kanda.getByRole('link', { name: 'メールを送る kanda@tanren.example' }))
    .toHaveAttribute('href', 'mailto:kanda@tanren.example');
  await expect
    .element(page.getByRole('region', { name: 'TANREN 上野' }))
    .toHaveTextContent('受付のスタッフにお声がけください');
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('マイページ links to each gym', async () => {
  answerGymPage();
  await renderPage('/settings');
  const menu = page.getByRole('region', { name: 'ジム', exact: true });
  await menu.getByRole('link', { name: 'TANREN 神田' }).click();
  await expect.element(heading('TANREN 神田')).toBeVisible();
});

test.each(['2147483647', 'abc', '99999999999'])('shows not found for the gym %s', async (id) => {
  answerGymPage();
  answer(getGym, rejectWith(404, 'not_found'));
  await renderPage(`/gyms/${id}`);
  await expect.element(heading('Page not found')).toBeVisible();
});

const untilDawn = { opensMinute: 360, closesMinute: 2880 };

const closedToday = { specialDays: [{ date: '2026-11-17', hours: null, note: '年末年始' }] };

test.each([
  [
    'open since yesterday',
    { weekly: onlyOn({ 1: untilDawn }) },
    '営業中・0:00まで昨日から6:00〜翌24:00',
    '6:00〜翌24:00',
    // The gym day that is under way.
    '月曜日',
  ],
  ['closed on this day only', closedToday, '営業時間外本日休館年末年始', '6:00〜翌2:00'],
])('%s', async (_, hours, words, usual, day = '火曜日') => {
  takeClock(noon);
  answerGymPage(hours);
  await renderPage('/gyms/1');
  await expect.poll(() => opening().query()?.textContent).toBe(words);
  expect(today()).toBe(`${day}${usual}`);
});

test('updates at closing time, and then at the next day', async () => {
  takeClock(noon);
  answerGymPage({ weekly: everyDay(6, 20) });
  answerCrowd(0);
  await renderPage('/gyms/1');
  await expect.element(opening()).toHaveTextContent('営業中・20:00まで');
  await expect.element(crowd()).toHaveTextContent('使用中のマシン0/1台');
  vi.setSystemTime(new Date('2026-11-17T19:59:30+09:00'));
  vi.advanceTimersByTime(61_000);
  await expect.element(opening()).toHaveTextContent('営業時間外');
  await expect.element(crowd()).toHaveTextContent('営業時間外です。');
  await expect.element(crowd()).not.toHaveTextContent('使用中のマシン');
  vi.setSystemTime(new Date('2026-11-17T23:59:30+09:00'));
  vi.advanceTimersByTime(61_000);
  await expect.element(opening()).toHaveTextContent('営業時間外・6:00から営業');
  await expect.poll(today).toContain('水曜日');
});

const crowd = () => page.getByRole('region', { name: '混雑状況' });
const halfPastNoon = new Date('2026-11-17T12:30+09:00');
const hour = (from: number, reserved: number) => ({
  startsAt: `2026-11-17T${from}:00:00+09:00`,
  endsAt: `2026-11-17T${from + 1}:00:00+09:00`,
  capacity: 12,
  reserved,
});

function answerCrowd(inUse: number): void {
  answer(getGymCrowd, (): GymCrowd => ({
    at: new Date().toISOString(),
    machineCount: 1,
    machinesInUse: inUse,
    types: [{ workoutTypeId: 1, machineCount: 1, inUse, expected: 2 }],
    slots: [hour(12, 3), hour(13, 12), hour(14, 0)],
  }));
}

/** Advances to the next call of the page, which comes every 15 s. */
const retry = () => vi.advanceTimersByTime(15_000);

test('shows how full the gym is: members of the slots and linked machines', async () => {
  takeClock(halfPastNoon);
  answerGymPage();
  answerCrowd(0);
  await renderPage('/gyms/1');
  const slots = crowd().getByRole('list', { name: '時間ごとの空き' }).getByRole('listitem');
  await expect
    .poll(() => slots.elements().map(({ textContent }) => textContent))
    .toEqual(['12:00〜13:00今予約3人', '13:00〜14:00満席', '14:00〜15:00空き12']);
  await expect.element(crowd()).toHaveTextContent('使用中のマシン0/1台');
  await crowd().getByText('種目ごとに見る').click();
  const row = page.getByRole('table', { name: '種目ごとの混雑状況' }).getByRole('row').nth(1);
  await expect.element(row).toHaveTextContent('チェストプレス0/1台2人');
  await expectAccessible();
  const age = crowd().getByText(/更新/);
  const before = age.element().textContent;
  answerCrowd(1);
  vi.setSystemTime(Date.now() + 60_000);
  retry();
  await expect.element(crowd()).toHaveTextContent('使用中のマシン1/1台');
  await expect.element(row).toHaveTextContent('チェストプレス1/1台2人');
  expect(age.element().textContent).not.toBe(before);
});

test('marks the crowd as outdated while it cannot be fetched', async () => {
  takeClock(halfPastNoon);
  answerGymPage();
  answerCrowd(0);
  await renderPage('/gyms/1');
  await expect.element(crowd()).toHaveTextContent('使用中のマシン0/1台');
  answer(getGymCrowd, rejectWith(500, 'internal_error'));
  retry();
  await expect
    .element(crowd())
    .toHaveTextContent('12:30の状況です。今は変わっている可能性があります。');
  await expect.element(crowd()).toHaveTextContent('使用中だったマシン0/1台');
  await expect.element(crowd()).not.toHaveTextContent('使用中のマシン');
  await expect.element(crowd()).not.toHaveTextContent('13:00今');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await expectAccessible();
  answerCrowd(1);
  retry();
  await expect.element(crowd()).toHaveTextContent('使用中のマシン1/1台');
});

test('shows the rest of the page when the crowd cannot be read', async () => {
  answerGymPage();
  answer(getGymCrowd, rejectWith(500, 'internal_error'));
  await renderPage('/gyms/1');
  await expect.element(crowd()).toHaveTextContent('混雑状況を読み込めませんでした。');
  await expect.element(page.getByRole('region', { name: '利用中のプラン' })).toBeVisible();
});

test('shows what exists in a gym without machines and slots', async () => {
  takeClock(noon);
  answerGymPage();
  answer(getGymCrowd, emptyCrowd);
  await renderPage('/gyms/1');
  await expect.element(crowd()).toHaveTextContent('このあとの予約枠はありません。');
  await expect.element(crowd()).not.toHaveTextContent('使用中のマシン');
});
