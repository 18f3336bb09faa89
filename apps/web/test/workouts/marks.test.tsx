import {
  getStaffMember,
  getStaffWorkout,
  listStaffWorkouts,
} from '@tanren/contract/staff/staff-members';
import { getStaffWorkoutRecord } from '@tanren/contract/workouts/staff-workout-corrections';
import {
  getTrainedMember,
  getTrainedWorkout,
  listTrainedLoads,
  listTrainedWorkouts,
} from '@tanren/contract/trainers/trainer-members';
import { getVisits, listVisits } from '@tanren/contract/workouts/visits';
import { getWorkoutHistory } from '@tanren/contract/workouts/workout-history';
import { getWorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { getWorkout } from '@tanren/contract/workouts/workouts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleTrainedMember } from '#test/samples/members.ts';
import { sampleEvent, sampleRecord } from '#test/samples/workout-records.ts';
import {
  sampleHistory,
  sampleListedWorkout,
  sampleVisits,
  sampleWorkout,
} from '#test/samples/workouts.ts';
import { openAsStaff } from '#test/staff/staff-page.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { readyProfile } from '#test/support/session.ts';
import { countDown, makePlace, makeRanking } from './rankings.ts';

const claimed = sampleWorkout({ id: 3, workoutTypeId: 6, marks: ['claimed'] });
const corrected = sampleWorkout({
  marks: ['claimed', 'correction_pending'],
  personalBests: ['max'],
  correction: {
    reason: '読み違えました',
    correctedAt: '2026-03-12T10:00:00.000Z',
    by: 'member',
  },
});
const listed = [corrected, claimed].map((workout) => sampleListedWorkout(workout));

test("shows the marks of a visit's workouts, also on the smallest phone", async () => {
  const visits = sampleVisits(listed);
  answer(getVisits, { date: '2026-03-12', visits });
  answer(listVisits, { items: visits, nextCursor: null });
  const { go } = await renderPage('/visits/2026-03-12');
  const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect
    .element(rows.filter({ hasText: 'チェストプレス' }))
    .toHaveTextContent('チェストプレス自己ベスト受け取った記録訂正・確認待ち最大重量');
  await expect
    .element(rows.filter({ hasText: 'アームカール' }))
    .toHaveTextContent('受け取った記録');
  await expectAccessible();
  await page.viewport(320, 640);
  expectNoSidewaysScroll();
  await go('/workouts?view=list');
  await page.getByText('種目ごとに見る（2）').click();
  await expect.element(page.getByText('訂正・確認待ち')).toBeVisible();
  expectNoSidewaysScroll();
});

test('marks a correction that staff have confirmed', async () => {
  answer(getWorkout, { ...corrected, marks: ['correction_confirmed'] });
  await renderPage('/workouts/4');
  await expect.element(page.getByText('訂正済み', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('に訂正した記録です。'))
    .toHaveTextContent(
      '3月12日(木)に訂正した記録です。スタッフが確認しました。理由：読み違えました',
    );
});

test('shows the mark of a chart point beside it, and in the table', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-03-12T12:00:00Z');
  const { points, ...history } = sampleHistory(1, '');
  answer(getWorkoutHistory, {
    ...history,
    points: points.map((point, index) =>
      index === points.length - 1 ? { ...point, marks: ['correction_pending' as const] } : point,
    ),
  });
  await renderPage('/training-history/1?period=all');
  const chart = page.getByRole('slider', { name: '最大重量のグラフ' });
  await expect
    .element(chart)
    .toHaveAttribute('aria-valuetext', '3月12日(木) 52.5kg（訂正・確認待ち）');
  await expect
    .element(page.getByRole('region', { name: '総発揮力', exact: true }))
    .toHaveTextContent('（訂正・確認待ち）');
  await page.getByText('グラフの数値を表で見る').click();
  const rows = page.getByRole('table').getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('3月12日(木) 訂正・確認待ち52.5');
  await expect.element(rows.nth(2)).not.toHaveTextContent('訂正');
  await expectAccessible();
});

test('a ranking explains why a corrected record is not in it, with or without another record', async () => {
  const pendingCorrection = { workoutId: 4, gymDay: '2026-03-12' };
  const others = countDown(3, 2000, 10);
  answer(getWorkoutRanking, makeRanking(others, { pendingCorrection }));
  answer(getWorkout, corrected);
  const { address } = await renderPage('/workout-ranking/1/max');
  const note = page.getByText('は訂正したため、スタッフが確認するまでランキングに載りません。');
  await expect.element(note).toHaveTextContent('3月12日(木)の記録は訂正したため');
  // The page does not say at the same time that there is no record.
  await expect.element(page.getByText('1セット行うと順位がつきます。')).not.toBeInTheDocument();
  await expectAccessible();
  answer(getWorkoutRanking, makeRanking(others, { pendingCorrection, me: makePlace({ rank: 4 }) }));
  await page.getByRole('link', { name: '総発揮力' }).click();
  await expect.element(note).toBeVisible();
  await page.getByRole('link', { name: '3月12日(木)の記録' }).click();
  await expect.poll(address).toBe('/workouts/4');
});

test('a ranking without a pending correction shows no explanation', async () => {
  answer(getWorkoutRanking, makeRanking(countDown(3, 2000, 10)));
  await renderPage('/workout-ranking/1/max');
  await expect.element(page.getByRole('list', { name: '順位表' })).toBeVisible();
  await expect.element(page.getByText('訂正したため')).not.toBeInTheDocument();
});

test('a ranking shows no pending correction to a member who is hidden from rankings', async () => {
  const pendingCorrection = { workoutId: 4, gymDay: '2026-03-12' };
  answer(getWorkoutRanking, makeRanking(countDown(3, 2000, 10), { pendingCorrection }));
  const profile = { ...readyProfile, rankingVisible: false };
  await renderPage('/workout-ranking/1/max', { session: { profile } });
  await expect.element(page.getByText('ランキングに掲載しない設定です')).toBeVisible();
  await expect.element(page.getByText('訂正したため')).not.toBeInTheDocument();
});

test('a trainer with the history scope sees the marks, and cannot change the record', async () => {
  await page.viewport(820, 1180);
  answer(getTrainedMember, { ...sampleTrainedMember, scopes: ['history'], profile: null });
  answer(listTrainedLoads, []);
  answer(listTrainedWorkouts, { items: listed, nextCursor: null });
  answer(getTrainedWorkout, corrected);
  await renderPage('/trainer/members/1?view=history', { session: { groups: ['trainer'] } });
  const card = page.getByRole('main').getByRole('listitem').getByRole('link').first();
  await expect.element(card).toHaveTextContent('受け取った記録訂正・確認待ち');
  await expectAccessible();
  await card.click();
  await expect.element(heading('チェストプレス')).toBeVisible();
  await expect
    .element(page.getByText('の訂正は、スタッフの確認待ちです。'))
    .toHaveTextContent('理由：読み違えました');
  await expect.element(page.getByText('自分の記録ではないので外す')).not.toBeInTheDocument();
  await expect.element(page.getByText('記録を訂正する', { exact: true })).not.toBeInTheDocument();
  await expectAccessible();
});

const member = '6f2d3f0e-5a53-4c5c-9a51-0f7d7f1f0a11';

test("staff see marks in a member's list, and the whole history of a record", async () => {
  answer(getStaffMember, {
    member,
    nickname: '力石ハル',
    email: null,
    registeredAt: '2026-01-05T01:00:00.000Z',
    workoutCount: 1,
    lastWorkoutAt: null,
    upcomingReservations: 0,
    hasTrainer: false,
    account: null,
    rankingVisible: true,
  });
  answer(listStaffWorkouts, { items: listed, nextCursor: null });
  answer(getStaffWorkout, ({ params }) =>
    params.workoutId === corrected.id ? corrected : rejectWith(404, 'not_found'),
  );
  const events = [sampleEvent('recorded', { by: 'machine' }), sampleEvent('rejected')];
  answer(getStaffWorkoutRecord, sampleRecord(corrected, { events }));
  await openAsStaff(`/staff/members/${member}`);
  await page.getByRole('link', { name: /チェストプレス.*訂正・確認待ち/ }).click();
  await expect
    .element(page.getByText('に会員が訂正を申請しました。'))
    .toHaveTextContent('理由：読み違えました');
  await expect
    .element(page.getByRole('region', { name: 'この記録の履歴' }))
    .toHaveTextContent('会員が自分の記録ではないため外しました');
  await expectAccessible();
});
