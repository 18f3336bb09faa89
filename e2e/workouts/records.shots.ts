import { expect, type Page, test } from '@playwright/test';
import {
  sampleEvent,
  sampleRecord,
  sampleStaffCorrection,
  shortSets,
} from '@tanren/web/test/samples/workout-records.ts';
import {
  fullWorkout,
  sampleListedWorkout,
  sampleSet,
  sampleVisits,
  sampleWorkout,
} from '@tanren/web/test/samples/workouts.ts';
import { answerCalls } from '#support/browser/pages.ts';
import { readyMember, signInAs } from '#support/identity/auth-session.ts';
import { createShots, peopleSizes } from '#support/browser/shots.ts';

const reason = 'ピンの位置を読み違えました';
const at = '2026-03-12T10:00:00.000Z';
const original = fullWorkout(1);
const corrected = {
  ...sampleWorkout({
    id: 1,
    marks: ['claimed', 'correction_pending'],
  }),
  correction: { reason, correctedAt: at, by: 'member' as const },
};
const change = {
  before: shortSets(original),
  after: shortSets({ sets: [sampleSet(50, 11), sampleSet(60, 12)] }),
};
const pending = sampleRecord(corrected, {
  correctedAt: at,
  ranked: false,
  correction: {
    id: 1,
    state: 'pending',
    reason,
    madeAt: at,
    decidedAt: null,
    decisionReason: null,
    ...change,
  },
  events: [
    sampleEvent('recorded', { by: 'machine' }),
    sampleEvent('claimed'),
    sampleEvent('corrected', { at, reason, ...change }),
  ],
});
const rejected = sampleRecord(original, {
  rejection: { rejectedAt: at, reason: null, undoUntil: '2026-04-11T10:00:00.000Z' },
  events: [sampleEvent('recorded', { by: 'machine' }), sampleEvent('rejected', { at })],
});
const claim = {
  id: 1,
  state: 'stored',
  claimedAt: at,
  machineId: 12,
  workoutTypeId: 1,
  gymId: 1,
  gymName: 'TANREN 神田',
  workoutId: 1,
};
const page1 = (...items: unknown[]) => ({ items, nextCursor: null });

const answers = {
  '/api/workouts/1': corrected,
  '/api/workouts/1/record': pending,
  '/api/workout-claims': claim,
  '/api/visits/2026-03-12': {
    date: '2026-03-12',
    visits: sampleVisits([sampleListedWorkout(corrected)]),
  },
  '/api/workout-ranking/1/max*': {
    items: [
      { rank: 1, nickname: 'ハル', value: 72.5, achievedOn: '2026-03-10', isMe: false },
      { rank: 2, nickname: 'ことり', value: 60, achievedOn: '2026-03-09', isMe: false },
    ],
    me: null,
    total: 2,
    band: null,
    unavailable: null,
    gyms: [],
    pendingCorrection: { workoutId: 1, gymDay: '2026-03-12' },
  },
};

/** Shows a record in each state, for each person who may see it. */
for (const [size, viewport] of Object.entries(peopleSizes)) {
  test.describe(size, () => {
    test.use({ viewport });
    const shoot = createShots({ prefix: 'records', size, viewport });

    async function open(page: Page, path: string, name: string): Promise<void> {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await shoot(page, name);
    }

    test(`a member's pages about records (${size})`, async ({ page }) => {
      await signInAs(page, readyMember);
      await answerCalls(page, answers);
      await open(page, '/tanren-link', 'link');
      await page.getByText('接続せずに行った記録を受け取る').click();
      await shoot(page, 'claim-form');
      await open(page, '/tanren-link?code=C12-ABCD-EFGH-JKLM', 'claim-question');
      await page.getByRole('button', { name: '記録を受け取る' }).click();
      await page.getByText('記録を受け取りました').waitFor();
      await shoot(page, 'claimed');
      await open(page, '/workouts/1', 'pending');
      await page.getByRole('button', { name: '自分の記録ではありません' }).click();
      await shoot(page, 'reject-question', false);
      await page.getByRole('button', { name: 'やめる' }).click();
      await page.getByRole('button', { name: '訂正を取り下げる' }).click();
      await shoot(page, 'withdraw-question', false);
      await open(page, '/visits/2026-03-12', 'visit');
      await open(page, '/workout-ranking/1/max', 'ranking');
      await answerCalls(page, {
        '/api/workouts/1': original,
        '/api/workouts/1/record': sampleRecord(original),
      });
      await open(page, '/workouts/1/correction', 'correction');
      await page.getByRole('button', { name: '1セット目を除く' }).click();
      await page.getByRole('button', { name: '訂正する' }).click();
      await shoot(page, 'correction-mistakes');
      await answerCalls(page, {
        '/api/workouts/1/record': rejected,
        '/api/rejected-workouts*': page1({
          workout: sampleListedWorkout(original),
          rejectedAt: at,
          undoUntil: '2026-04-11T10:00:00.000Z',
        }),
        '/api/workout-claims': {
          items: [
            claim,
            { ...claim, id: 2, state: 'waiting', workoutId: null },
            { ...claim, id: 3, state: 'refused', workoutId: null },
          ],
        },
      });
      await open(page, '/workouts/1', 'rejected');
      await open(page, '/rejected-workouts', 'elsewhere');
      await open(page, '/workouts', 'list');
    });

    test(`staff's pages about corrections (${size})`, async ({ page }) => {
      await signInAs(page, { ...readyMember, groups: ['staff'] });
      await answerCalls(page, {
        '/api/staff/workout-corrections*': page1(
          sampleStaffCorrection(),
          sampleStaffCorrection({ id: 2, nickname: 'ハナ', after: [{ loadKg: 20, repCount: 10 }] }),
        ),
      });
      await open(page, '/staff/workout-corrections', 'staff');
      await page.getByRole('button', { name: '承認する' }).first().click();
      await shoot(page, 'staff-confirm', false);
      await page.getByRole('button', { name: 'やめる' }).click();
      await page.getByRole('button', { name: '差し戻す' }).first().click();
      await shoot(page, 'staff-refuse', false);
      await open(page, '/staff', 'staff-overview');
    });
  });
}
