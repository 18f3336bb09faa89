import { nextLoadReasons } from '@tanren/domain/workouts/next-load';
import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, test, vi } from 'vitest';
import { configureAuth } from '#lib/auth/client-config.ts';
import { explainNextLoad, summarizeNextLoad } from './next-load-text.ts';
import { describeChance, describeStrengthChange, formatStrength } from './strength-words.ts';
import {
  latestWorkoutQuery,
  refreshRankings,
  refreshWorkoutData,
  workoutRankingKey,
} from './workouts.queries.ts';

const last = { lastLoad: 62.5, lastPlannedReps: null, nextLoadNote: null };

it.each([
  ['raise', 12, '前回は62.5kgを12回できたので、少し重くします。'],
  ['keep', 9, '前回は62.5kgを9回でした。同じ重量で12回を目指しましょう。'],
  ['keep', 14, '前回は62.5kgを14回できました。同じ重量で続けましょう。'],
  ['lower', 5, '前回は62.5kgを5回でした。8回以上できる重量まで下げましょう。'],
] as const)(
  'explains why the load should %s after %i reps',
  (nextLoadReason, lastReps, expected) => {
    expect(explainNextLoad({ ...last, nextLoadReason, lastReps })).toBe(expected);
  },
);

it.each([
  ['keep', 5, '前回は62.5kgを5回できました。同じ重量で7回できたら、少し重くします。'],
  ['keep', 4, '前回は62.5kgを4回でした。同じ重量で7回を目指しましょう。'],
  ['raise', 7, '前回は62.5kgを7回できたので、少し重くします。'],
  ['lower', 2, '前回は62.5kgを2回でした。3回以上できる重量まで下げましょう。'],
] as const)('uses a plan of 5 reps: %s after %i', (nextLoadReason, lastReps, expected) => {
  const load = { ...last, lastPlannedReps: 5, nextLoadReason, lastReps };
  expect(explainNextLoad(load)).toBe(expected);
});

it('says "this time" on the page of the last workout itself', () => {
  const load = { ...last, nextLoadReason: 'keep', lastReps: 9, isThis: true } as const;
  expect(explainNextLoad(load)).toBe('今回は62.5kgを9回でした。同じ重量で12回を目指しましょう。');
});

it('names the day of the rule when the newest workout does not count', () => {
  const nextLoadFrom = { load: 130, reps: 10, plannedReps: null, gymDay: '2026-03-10' };
  const load = {
    ...last,
    nextLoadReason: 'keep',
    nextLoadFrom,
    lastReps: 9,
    isThis: true,
  } as const;
  expect(explainNextLoad(load)).toBe(
    '3月10日(火)は130kgを10回でした。同じ重量で12回を目指しましょう。',
  );
  expect(summarizeNextLoad({ ...load, nextLoad: 130 })).toBe('↑ いつもの重量で');
  const raised = { ...load, nextLoadReason: 'raise', nextLoad: 135 } as const;
  expect(summarizeNextLoad(raised)).toBe('↑ いつもより少し重く');
  const lowered = { ...load, nextLoadReason: 'lower', nextLoad: 125 } as const;
  expect(summarizeNextLoad(lowered)).toBe('↑ いつもより少し軽く');
});

it('has a sentence for every reason', () => {
  const nextLoadNote = { nickname: '佐藤', text: 'フォームを固めましょう。' };
  for (const nextLoadReason of nextLoadReasons) {
    const load = { ...last, nextLoadReason, nextLoadNote, lastReps: 10 };
    expect(explainNextLoad(load)).toMatch(/。$/);
  }
});

it.each([
  ['raise', 65, '↑ 前回できたので重く'],
  ['keep', 62.5, '→ 前回と同じ重量で'],
  // The machine has no heavier load.
  ['raise', 62.5, '→ 前回と同じ重量で'],
  ['trainer', 62.5, '→ トレーナーが決めた重量'],
] as const)('formats in a few words: %s to %f', (nextLoadReason, nextLoad, expected) => {
  expect(summarizeNextLoad({ ...last, nextLoadReason, nextLoad })).toBe(expected);
});

it.each([
  [{ low: 61.7, high: 68.2 }, '62〜68'],
  [{ low: 9.6, high: 10.4 }, '9.5〜10.5'],
  [{ low: 64.7, high: 65.3 }, '65'],
  [{ low: 996, high: 1104 }, '996〜1,104'],
])('formats the strength %o as %s', (band, expected) => {
  expect(formatStrength(band)).toBe(expected);
});

it.each([
  [0.812, 'およそ80%'],
  [0.5, 'およそ50%'],
  [0.974, 'およそ95%'],
  [0.99, '95%以上'],
  [1, '95%以上'],
  [0.02, '5%未満'],
])('never pretends to know a chance exactly: %f', (chance, words) => {
  expect(describeChance({ reps: 12, chance })).toBe(`12回できる見込み：${words}`);
});

it('describes only a change that is larger than the noise', () => {
  vi.setSystemTime('2026-03-12T12:00:00Z');
  onTestFinished(() => void vi.useRealTimers());
  const since = { days: [], changeSince: '2025-12-12' };
  expect(describeStrengthChange({ ...since, change: 6.2 })).toBe('この3か月で約6%伸びました');
  expect(describeStrengthChange({ ...since, change: -4.4 })).toBe('この3か月で約4%下がりました');
  expect(describeStrengthChange({ ...since, change: null })).toBe('はっきりした変化はありません');
  expect(describeStrengthChange({ days: [], change: null, changeSince: null })).toBe('');
});

it("shows a trainer's own words", () => {
  const nextLoadNote = { nickname: '佐藤', text: 'フォームを固めましょう。' };
  const load = { ...last, nextLoadReason: 'trainer', nextLoadNote, lastReps: 10 } as const;
  expect(explainNextLoad(load)).toBe('佐藤さんより：フォームを固めましょう。');
  const nameless = { ...load, nextLoadNote: { ...nextLoadNote, nickname: '' } };
  expect(explainNextLoad(nameless)).toBe('トレーナーより：フォームを固めましょう。');
});

function fillCache(): QueryClient {
  const queryClient = new QueryClient();
  queryClient.setQueryData([workoutRankingKey, 1, 'tfo'], 'a ranking');
  queryClient.setQueryData(['workouts', 'latest'], 'a workout');
  queryClient.setQueryData(['visits', 'last'], 'a visit');
  queryClient.setQueryData(['informations'], 'announcements');
  return queryClient;
}

function listOutdated(queryClient: QueryClient): unknown[] {
  const all = queryClient.getQueryCache().getAll();
  return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey[0]);
}

test('a new workout invalidates workouts, visits and rankings, and nothing else', async () => {
  const queryClient = fillCache();
  await refreshWorkoutData(queryClient);
  expect(listOutdated(queryClient)).toEqual(['workout-ranking', 'workouts', 'visits']);
});

test('a changed profile invalidates rankings only', async () => {
  const queryClient = fillCache();
  await refreshRankings(queryClient);
  expect(listOutdated(queryClient)).toEqual(['workout-ranking']);
});

// spec 4.23, 8.2
test('returns null when there is no latest workout, and throws every other failure', async () => {
  let status = 404;
  configureAuth({ userPoolId: 'local_workouts', userPoolClientId: 'workouts' });
  // No member is signed in.
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async () => new Response(null, { status }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  expect(await client.query(latestWorkoutQuery)).toBeNull();
  status = 500;
  await expect(client.query(latestWorkoutQuery)).rejects.toMatchObject({ status: 500 });
});
