import { expect, test } from 'vitest';
import {
  checkRecordReason,
  contradictsPresence,
  listMarks,
  normalizeRecordReason,
  type Presence,
  recordReasonLimit,
} from './workout-records.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 3, 15, 3, minute));
const bout = { machineId: 7, gymId: 1, startedAt: at(20), endedAt: at(25) };
const presence = (kind: Presence['kind'], gymId: number, from: number, to: number): Presence => ({
  kind,
  gymId,
  machineId: 8,
  startedAt: at(from),
  endedAt: at(to),
});

test.each([
  ['nowhere', []],
  [
    'on another machine of the gym before and after',
    [presence('workout', 1, 10, 20), presence('workout', 1, 25, 30)],
  ],
  ['linked with another machine of the gym all the time', [presence('link', 1, 0, 50)]],
  ['in another gym a quarter of an hour before', [presence('link', 2, 0, 5)]],
  ['in another gym a quarter of an hour after', [presence('workout', 2, 40, 50)]],
])('a member %s may have lifted it', (_where, presences) => {
  expect(contradictsPresence(bout, presences)).toBe(false);
});

test.each([
  ['lifting on another machine', [presence('workout', 1, 22, 24)]],
  ['linked in another gym', [presence('link', 2, 22, 24)]],
  ['linked in another gym all the time', [presence('link', 2, 0, 50)]],
  ['lifting in another gym', [presence('workout', 2, 20, 25)]],
  ['in another gym too shortly before', [presence('link', 2, 0, 6)]],
  ['in another gym too shortly after', [presence('link', 2, 39, 50)]],
])('a member %s cannot have lifted it', (_where, presences) => {
  expect(contradictsPresence(bout, presences)).toBe(true);
});

const nothing = { claimedAt: null, correctedAt: null, correctionState: null };

test.each([
  [nothing, []],
  [{ ...nothing, claimedAt: at(0) }, ['claimed']],
  [{ ...nothing, correctedAt: at(0) }, ['corrected_by_staff']],
  [{ ...nothing, correctedAt: at(0), correctionState: 'pending' }, ['correction_pending']],
  [
    { claimedAt: at(0), correctedAt: at(0), correctionState: 'confirmed' },
    ['claimed', 'correction_confirmed'],
  ],
] as const)('the marks of %o', (record, marks) => {
  expect(listMarks(record)).toEqual(marks);
});

test('a reason is one visible line', () => {
  expect(normalizeRecordReason('  数え\n間違い ')).toBe('数え 間違い');
  expect(checkRecordReason('数え間違い')).toBe(true);
  expect(checkRecordReason(' \u200b ')).toBe('理由を入力してください');
  expect(checkRecordReason('あ'.repeat(recordReasonLimit))).toBe(true);
  expect(checkRecordReason('あ'.repeat(recordReasonLimit + 1))).toContain('200文字以内');
});
