import { getWorkoutRanking, type WorkoutRanking } from '@tanren/contract/workout-ranking';
import { updateUserInfo } from '@tanren/contract/userinfo';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { forgiveComplaints } from '#test/support/console.ts';
import { press, toast } from '#test/support/locators.ts';
import { countDown, emptyRanking, makePlace, makeRanking } from './rankings.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile } from '#test/support/session.ts';

const rows = page.getByRole('list', { name: '順位表' }).getByRole('listitem');
const mine = page.getByRole('region', { name: 'あなたの順位' });
const choice = (group: string) => (name: string) =>
  page.getByRole('navigation', { name: group }).getByRole('link', { name });
const tab = choice('記録の種類');
const scale = choice('比べ方');
const period = choice('期間');
const gym = page.getByLabelText('ジム');
const hide = page.getByRole('switch', { name: 'ランキングに掲載しない' });

test('the other tab is there at a tap, and every choice keeps the others', async () => {
  let release = () => {};
  let held = Promise.resolve();
  const board = (nickname: string) => makeRanking([{ nickname, value: 700 }]);
  answer(getWorkoutRanking, async ({ params, querystring }) => {
    await held;
    if (params.rankingType === 'tfo') return board('ハル');
    if (querystring.gym === 2) return board('みなと');
    return board(querystring.period === 'last-month' ? 'RYO' : 'まめ');
  });
  const { address } = await renderPage('/workout-ranking/4/tfo');
  await expect.element(rows).toHaveTextContent('ハル');
  await expect.poll(() => listCalls(getWorkoutRanking)).toHaveLength(2);

  // From here on no answer comes: what is shown was at hand.
  held = new Promise((resolve) => {
    release = resolve;
  });
  tab('最大負荷').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(rows).toHaveTextContent('まめ');
  await expect.poll(address).toBe('/workout-ranking/4/max');
  await expect.element(tab('最大負荷')).toHaveAttribute('aria-current', 'page');
  expect(document.querySelector('[data-skeleton]')).toBeNull();

  // What is not at hand: marked at once, the old list stays meanwhile, dimmed.
  await period('先月').click();
  await expect.element(period('先月')).toHaveAttribute('aria-current', 'page');
  const dimmed = () => document.querySelector('main [aria-busy=true]')?.textContent;
  await expect.poll(dimmed).toContain('まめ');
  expect(document.querySelector('[data-skeleton]')).toBeNull();
  release();
  await expect.element(rows).toHaveTextContent('RYO');
  await expect.poll(dimmed).toBeUndefined();

  await gym.selectOptions('TANREN 横浜');
  await expect.element(rows).toHaveTextContent('みなと');
  await expect.poll(address).toBe('/workout-ranking/4/max?period=last-month&gym=2');
  await tab('総発揮力').click();
  await expect.poll(address).toBe('/workout-ranking/4/tfo?period=last-month&gym=2');
  await page.getByLabelText('種目').selectOptions('レッグカール');
  await expect.poll(address).toBe('/workout-ranking/13/tfo?period=last-month&gym=2');
  await scale('伸び率').click();
  await expect.poll(address).toMatch(/\/13\/tfo\?.*scale=growth/);
  await expect.element(gym).not.toBeInTheDocument();
  await scale('記録そのもの').click();
  await expect.element(gym).toHaveValue('2');
});

test('an address with every choice opens with all of them', async () => {
  await renderPage('/workout-ranking/13/max?period=all&scale=growth&gym=2');
  await expect.element(scale('伸び率')).toHaveAttribute('aria-current', 'page');
  await expect.element(period('全期間')).toHaveAttribute('aria-current', 'page');
  await expect.element(tab('最大負荷')).toHaveAttribute('aria-current', 'page');
  await expect.element(page.getByLabelText('種目')).toHaveValue('13');
  // The other scales are of all gyms.
  expect(listCalls(getWorkoutRanking)[0]?.path).not.toContain('gym');
});

test('an empty month says so, and leads to a machine or back to this month', async () => {
  answer(getWorkoutRanking, emptyRanking);
  const { address } = await renderPage('/workout-ranking/8/tfo');
  await expect.element(page.getByText('今月はまだだれの記録もありません')).toBeVisible();
  const link = page.getByRole('main').getByRole('link', { name: 'マシンと接続する' });
  await expect.element(link).toHaveAttribute('href', '/tanren-link');
  await expectAccessible();
  await period('先月').click();
  await page.getByRole('link', { name: '今月のランキングを見る' }).click();
  await expect.poll(address).toBe('/workout-ranking/8/tfo');
});

/** Opens the ranking as it is, and changes to another scale, which is answered by this board. */
async function openScale(name: string, board: WorkoutRanking): Promise<void> {
  answer(getWorkoutRanking, ({ querystring }) =>
    querystring.scale === 'open' ? emptyRanking : board,
  );
  await renderPage('/workout-ranking/8/tfo');
  await scale(name).click();
}

test('growth is compared with the own first month, which has to be over', async () => {
  await openScale('伸び率', makeRanking([{ nickname: 'ハル', value: 12.5 }]));
  await expect.element(rows).toHaveTextContent(/ハル.*\+12\.5%$/);
  const words = '自分の最初の30日間の最高記録から何%伸びたか';
  await expect.element(page.getByText(words)).toBeVisible();
  await expect.element(mine).toHaveTextContent('最初の30日間が過ぎてから');
  await expectAccessible();
});

test('by body weight the others have no names', async () => {
  const ranked = [
    { nickname: null, value: 2.5 },
    { nickname: null, value: 1.2, isMe: true },
  ];
  const me = makePlace({ rank: 2, value: 1.2, toNext: 1.3, nextRank: 1 });
  await openScale('体重あたり', makeRanking(ranked, { me }));
  await expect.element(rows.nth(0)).toHaveTextContent(/^1位名前は非公開2\.50倍$/);
  await expect.element(rows.nth(1)).toHaveTextContent(/^2位テツあなた.*1\.20倍$/);
  await expect.element(page.getByText('ほかの方の名前と日付は表示しません')).toBeVisible();
  await expect.element(mine).toHaveTextContent('あと体重の1.30倍で1位');
  await expectAccessible();
});

const bandOf1990 = { bornFrom: 1990, sex: 'female' } as const;

test('a band says whom it compares', async () => {
  await openScale('同世代・同性', makeRanking(countDown(20, 2000, 10), { band: bandOf1990 }));
  await expect.poll(() => rows.elements()).toHaveLength(20);
  await expect.element(page.getByText('1990年代生まれの女性だけで比べます')).toBeVisible();
});

test('a band of too few says so, and leads to everybody', async () => {
  const board: WorkoutRanking = { ...emptyRanking, unavailable: 'too_few', band: bandOf1990 };
  await openScale('同世代・同性', board);
  const words = '1990年代生まれの女性の記録が、まだ20人分に';
  await expect.element(page.getByText(words)).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: '全員のランキングを見る' }).click();
  await expect.element(scale('記録そのもの')).toHaveAttribute('aria-current', 'page');
});

test('who has not told age and sex is led to the profile', async () => {
  await openScale('同世代・同性', { ...emptyRanking, unavailable: 'profile_incomplete' });
  const edit = page.getByRole('link', { name: 'プロフィールを編集する' });
  await expect.element(edit).toHaveAttribute('href', '/settings/userinfo');
  await expectAccessible();
});

test('whoever hides is gone at once, and comes back at a tap', async () => {
  let visible = true;
  const board = () =>
    visible
      ? makeRanking(
          [
            { nickname: 'ゴロー', value: 30 },
            { nickname: 'テツ', value: 20, isMe: true },
          ],
          { me: makePlace({ rank: 2, value: 20, toNext: 10, nextRank: 1 }) },
        )
      : makeRanking([{ nickname: 'ゴロー', value: 30 }]);
  answer(getWorkoutRanking, board);
  answer(updateUserInfo, ({ body }) => {
    visible = body.rankingVisible ?? visible;
    return { ...readyProfile, rankingVisible: visible };
  });
  await renderPage('/workout-ranking/9/max');
  await expect.element(mine).toHaveTextContent('2位2人中テツあと10kgで1位');
  await expect.element(hide).not.toBeChecked();
  hide.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(hide).toBeChecked();
  await expect.element(hide).toHaveFocus();
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await expect.element(mine).toHaveTextContent('ランキングに掲載しない設定です');
  await expectAccessible();
  await press('掲載する');
  await expect.element(mine).toHaveTextContent('2位2人中');
  await expect.element(hide).not.toBeChecked();
});

test('a switch that could not be saved goes back, and says so', async () => {
  answer(updateUserInfo, lost);
  await renderPage('/workout-ranking/9/max');
  await hide.click();
  await expect.element(toast('ネットワークエラー')).toBeVisible();
  await expect.element(hide).not.toBeChecked();
  forgiveComplaints('NetworkError');
});
