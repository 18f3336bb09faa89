import type { LiveMessage } from '@tanren/contract/machines/machine-messages';
import { describe, expect, it } from 'vitest';
import {
  applyMessage,
  emptyLiveState,
  startLink,
  hasRunningBout,
  listMeasures,
  type LiveState,
  type StoredMessage,
} from './live-state.ts';
import {
  describeDuration,
  describeGoal,
  fillOfReps,
  hintAtLoad,
  extendRest,
  leftOfRest,
  planRest,
  type PlannedSet,
  describeCue,
} from './live-words.ts';

it.each([
  [0, 10, 0],
  [4, 10, 0.4],
  [10, 10, 1],
  [13, 10, 1],
])('fills the ring after %i of %i reps by %d', (reps, planned, fill) => {
  expect(fillOfReps(reps, { reps: planned })).toBe(fill);
});

it('leaves the ring empty without a target', () => {
  expect(fillOfReps(3, null)).toBe(0);
});

const ten: PlannedSet = { set: 1, sets: 3, reps: 10, loadKg: 40 };
const planned = (next: PlannedSet | null) => ({ next, last: null, restSeconds: null });

it.each([
  ['はじめましょう', 0, true, null],
  ['その調子です', 5, true, null],
  ['あと10回', 0, true, planned(ten)],
  ['あと2回', 8, true, planned(ten)],
  ['もう1回', 9, true, planned(ten)],
  ['目標達成', 10, true, planned(ten)],
  ['休憩', 10, false, planned(ten)],
  ['休憩', 10, false, null],
  ['その調子です', 3, true, planned(null)],
])('announces %s in short', (cue, reps, lifting, plan) => {
  expect(describeCue(reps, lifting, plan)).toBe(cue);
});

it.each([
  [400, '1秒'],
  [59_000, '59秒'],
  [83_000, '1分23秒'],
])('formats %i ms as %s', (ms, text) => {
  expect(describeDuration(ms)).toBe(text);
});

describe('the remaining rest', () => {
  const since = '2026-01-01T00:00:10.000Z';
  const at = (seconds: number) => Date.parse('2026-01-01T00:00:00.000Z') + seconds * 1000;

  const left = (restSeconds: number, now: number, chosenEnd: number | null = null) =>
    leftOfRest(planRest(since, restSeconds, chosenEnd), now);

  it('counts down to zero and stays there', () => {
    expect(left(60, at(10))).toBe(60_000);
    expect(left(60, at(40))).toBe(30_000);
    expect(left(60, at(70))).toBe(0);
    expect(left(60, at(999))).toBe(0);
    expect(left(0, at(10))).toBe(0);
  });

  it("is never more than the whole, also when the machine's clock is ahead", () => {
    expect(left(60, at(0))).toBe(60_000);
  });

  it('follows the end that the member has chosen', () => {
    expect(left(60, at(40), at(40))).toBe(0);
    expect(left(60, at(40), at(100))).toBe(60_000);
    // The machine's clock is ahead, so a skipped rest ends before it begins.
    expect(left(60, at(0), at(0))).toBe(0);
  });

  it('becomes 30 seconds longer, also when it is already over', () => {
    expect(extendRest(planRest(since, 60, null), at(40))).toBe(at(100));
    expect(extendRest(planRest(since, 60, at(100)), at(50))).toBe(at(130));
    expect(extendRest(planRest(since, 60, null), at(200))).toBe(at(230));
  });
});

it('formats reps and load', () => {
  expect(describeGoal({ reps: 10, loadKg: 52.5 })).toBe('10回・52.5kg');
  expect(describeGoal({ reps: 12, loadKg: null })).toBe('12回');
});

it('shows a hint when the machine is set to another load', () => {
  expect(hintAtLoad({ loadKg: 50 }, 45)).toBe('マシンの設定は45kgです');
  expect(hintAtLoad({ loadKg: 50 }, 50)).toBeNull();
  expect(hintAtLoad({ loadKg: null }, 50)).toBeNull();
});

const connectionId = 'link-1';

function live(seq: number, changes: Partial<LiveMessage> = {}): LiveMessage {
  return {
    type: 'rep',
    connectionId,
    workoutUuid: 'bout-1',
    seq,
    at: `2026-01-01T00:00:${String(seq).padStart(2, '0')}.000Z`,
    loadKg: 40,
    lifting: true,
    sets: [{ loadKg: 40, reps: seq }],
    max: 40,
    tfo: 40 * seq,
    ...changes,
  };
}

const stored: StoredMessage = {
  type: 'workout-stored',
  connectionId,
  workoutUuid: 'bout-1',
  workoutId: 5,
  workoutTypeId: 1,
  max: 40,
  tfo: 400,
  personalBests: ['max'],
};

const begin = startLink(emptyLiveState, connectionId);
const run = (state: LiveState, ...messages: Parameters<typeof applyMessage>[1][]) =>
  messages.reduce(applyMessage, state);

describe('the running workout', () => {
  it('is the state of the newest message, and older and repeated ones are ignored', () => {
    const state = run(begin, live(3), live(2), live(3, { tfo: 1 }));
    expect(state.bout?.seq).toBe(3);
    expect(state.bout?.tfo).toBe(120);
    expect(run(state, live(9)).bout?.seq).toBe(9);
  });

  it('ignores another link', () => {
    expect(run(begin, live(3, { connectionId: 'link-2' }))).toBe(begin);
  });

  it('runs while lifted sets are not stored', () => {
    expect(hasRunningBout(begin)).toBe(false);
    expect(hasRunningBout(run(begin, live(0)))).toBe(false);
    expect(hasRunningBout(run(begin, live(1)))).toBe(true);
    expect(hasRunningBout(run(begin, live(1), stored))).toBe(false);
    expect(hasRunningBout(run(begin, live(1), stored, live(2, { workoutUuid: 'b' })))).toBe(true);
  });
});

describe('measures', () => {
  const measured = (set: number, ranges: readonly number[], changes: object = {}) => ({
    type: 'measured' as const,
    connectionId,
    workoutUuid: 'bout-1',
    set,
    reps: ranges.map((rangeMm) => ({ rangeMm })),
    ...changes,
  });

  it('are those of the running set, whatever the order of the messages', () => {
    const late = run(begin, live(2), measured(1, [400, 410]), measured(1, [400]));
    expect(listMeasures(late)).toEqual([{ rangeMm: 400 }, { rangeMm: 410 }]);
    const sets = [
      { loadKg: 40, reps: 2 },
      { loadKg: 40, reps: 1 },
    ];
    const next = run(late, live(3, { sets }));
    expect(listMeasures(next)).toEqual([]);
    expect(listMeasures(run(next, measured(2, [390]), measured(1, [400, 410, 420])))).toEqual([
      { rangeMm: 390 },
    ]);
  });

  it('of another link or another bout are not shown', () => {
    expect(listMeasures(run(begin, live(1), measured(1, [400], { connectionId: 'x' })))).toEqual(
      [],
    );
    const old = run(begin, live(1), measured(1, [400]));
    expect(listMeasures(run(old, live(2, { workoutUuid: 'bout-2' })))).toEqual([]);
  });
});

describe('rest', () => {
  const ended = { type: 'set-ended', lifting: false } as const;
  const idle = { type: 'state', lifting: false } as const;

  it("counts from the end of the set by the machine's time to the next set", () => {
    const resting = run(begin, live(4), live(5, ended));
    expect(resting.restSince).toBe('2026-01-01T00:00:05.000Z');
    expect(run(resting, live(25, idle)).restSince).toBe('2026-01-01T00:00:05.000Z');
    const next = [
      { loadKg: 40, reps: 5 },
      { loadKg: 40, reps: 1 },
    ];
    expect(run(resting, live(30, { sets: next })).restSince).toBeNull();
  });

  it('continues when the next set starts and ends without a rep', () => {
    const lifted = [{ loadKg: 40, reps: 4 }];
    const empty = [...lifted, { loadKg: 40, reps: 0 }];
    const resting = run(begin, live(4), live(5, { ...ended, sets: lifted }));
    const started = run(resting, live(20, { type: 'set-started', sets: empty }));
    for (const type of ['set-ended', 'state'] as const) {
      const after = run(started, live(25, { type, lifting: false, sets: lifted }));
      expect(after.restSince).toBe('2026-01-01T00:00:05.000Z');
    }
  });

  it('counts from the first message after a set whose end was missed', () => {
    expect(run(begin, live(4), live(20, idle)).restSince).toBe('2026-01-01T00:00:20.000Z');
    const missedWholeSet = live(50, {
      ...idle,
      sets: [
        { loadKg: 40, reps: 5 },
        { loadKg: 40, reps: 5 },
      ],
    });
    expect(run(begin, live(4), live(5, ended), missedWholeSet).restSince).toBe(
      '2026-01-01T00:00:50.000Z',
    );
  });

  it('is unknown to a page that has just opened, and absent before the first set', () => {
    expect(run(begin, live(20, idle)).restSince).toBeNull();
    expect(run(begin, live(1, idle), live(2, { ...idle, sets: [] })).restSince).toBeNull();
  });
});

describe('activity', () => {
  it('is a rep, not a status message', () => {
    const state = run(begin, live(4), live(24, { type: 'state' }));
    expect(state.activeAt).toBe('2026-01-01T00:00:04.000Z');
  });
});

describe('the result', () => {
  it('is kept until the next workout begins, and announced once', () => {
    const state = run(begin, live(5), stored);
    expect(state.stored).toBe(stored);
    const seen = { ...state, celebrated: true };
    expect(run(seen, { ...stored })).toBe(seen);
    expect(run(seen, live(6, { type: 'state' })).stored).toBe(stored);
    const next = run(seen, live(7, { type: 'set-started', workoutUuid: 'bout-2' }));
    expect([next.stored, next.celebrated]).toEqual([null, false]);
    expect(run(seen, { ...stored, workoutUuid: 'bout-2' }).celebrated).toBe(false);
  });

  it('is kept over a change of machine, unlike the workout', () => {
    const state = startLink(run(begin, live(5), stored), 'link-2');
    expect([state.bout, state.stored, state.connectionId]).toEqual([null, stored, 'link-2']);
    expect(startLink(state, 'link-2')).toBe(state);
  });

  it('ends with the link', () => {
    const unlinked = { type: 'unlinked', connectionId, reason: 'idle' } as const;
    const state = run(begin, live(5), unlinked);
    expect([state.bout, state.unlinked]).toEqual([null, unlinked]);
    expect(run(begin, { ...unlinked, connectionId: 'link-0' })).toBe(begin);
  });
});
