import { expect, test } from 'vitest';
import { ApiError } from '#lib/errors.ts';
import {
  CorrectionFault,
  type EditedSet,
  explainCorrection,
  isChanged,
  listCorrectedSets,
  previewCorrection,
  startCorrection,
} from './correction.ts';

const sent = [{ position: 0 }, { position: 2 }];

function refuse(path: string): ApiError {
  return new ApiError(400, {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    code: 'invalid_request',
    requestId: '1',
    fields: [{ path, in: 'body', message: '' }],
  });
}

test('a set is named by its place in the record, not in what was sent', () => {
  expect(explainCorrection(refuse('/sets/1/loadKg'), sent)).toContain('3セット目の重量');
  expect(explainCorrection(refuse('/sets/0/repCount'), sent)).toContain('1セット目の回数');
});

test('a set that is not there any more asks for a reload', () => {
  expect(explainCorrection(refuse('/sets/1/position'), sent)).toContain('再読み込み');
});

test('anything else is told in its own words', () => {
  expect(explainCorrection(new CorrectionFault('理由'), sent)).toBe('理由');
  expect(explainCorrection(refuse('/reason'), sent)).toBe('入力内容をご確認ください。');
});

const repsOf = (...loads: number[]) => loads.map((loadKg) => ({ loadKg, ms: 2000 }));
const sets = [
  { loadKg: 50, reps: repsOf(50, 50, 47.5) },
  { loadKg: 120, reps: repsOf(120, 120) },
];

function edit(position: number, changes: Partial<EditedSet>): EditedSet[] {
  return startCorrection(sets).map((set) =>
    set.position === position ? { ...set, ...changes } : set,
  );
}

test('without a change nothing is different', () => {
  const edited = startCorrection(sets);
  expect(isChanged(sets, edited)).toBe(false);
  expect(previewCorrection(sets, edited)).toEqual({ max: 120, tfo: 387.5 });
});

test('reps follow the corrected load of their set, the others keep theirs', () => {
  const edited = edit(1, { loadKg: 12.5 });
  expect(isChanged(sets, edited)).toBe(true);
  expect(previewCorrection(sets, edited)).toEqual({ max: 50, tfo: 172.5 });
  // The last rep was lighter than its set by a twentieth, and stays so.
  expect(previewCorrection(sets, edit(0, { loadKg: 40 }))).toEqual({ max: 120, tfo: 358 });
});

test('reps are taken away from the end', () => {
  expect(previewCorrection(sets, edit(0, { repCount: 2 }))).toEqual({ max: 120, tfo: 340 });
});

test('a removed set counts for nothing and is not sent', () => {
  const edited = edit(1, { removed: true });
  expect(isChanged(sets, edited)).toBe(true);
  expect(previewCorrection(sets, edited)).toEqual({ max: 50, tfo: 147.5 });
  expect(listCorrectedSets(edited)).toEqual([{ position: 0, loadKg: 50, repCount: 3 }]);
});
