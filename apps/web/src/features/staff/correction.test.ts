import { expect, test } from 'vitest';
import { ApiError } from '#lib/errors.ts';
import { CorrectionError } from '#entities/workouts/correction.ts';
import { explainCorrection, explainRecordRejection } from './correction.ts';

const sent = [{ position: 0 }, { position: 2 }];

function reject(path: string): ApiError {
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
  expect(explainCorrection(reject('/sets/1/loadKg'), sent)).toContain('3セット目の重量');
  expect(explainCorrection(reject('/sets/0/repCount'), sent)).toContain('1セット目の回数');
});

test('a set that is not there any more asks for a reload', () => {
  expect(explainCorrection(reject('/sets/1/position'), sent)).toContain('再読み込み');
});

test('whoever meets a record of their own is told to ask a colleague', () => {
  const own = new ApiError(409, {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'own_account',
    requestId: '1',
  });
  expect(explainCorrection(own, sent)).toContain('ほかのスタッフに依頼してください');
  expect(explainRecordRejection(own)).toContain('ほかのスタッフに依頼してください');
});

test('anything else is told in its own words', () => {
  expect(explainCorrection(new CorrectionError('理由'), sent)).toBe('理由');
  expect(explainCorrection(reject('/reason'), sent)).toBe('入力内容をご確認ください。');
});
