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

test('names a set by its position in the record, not in the request', () => {
  expect(explainCorrection(reject('/sets/1/loadKg'), sent)).toContain('3セット目の重量');
  expect(explainCorrection(reject('/sets/0/repCount'), sent)).toContain('1セット目の回数');
});

test('asks for a reload when the set no longer exists', () => {
  expect(explainCorrection(reject('/sets/1/position'), sent)).toContain('再読み込み');
});

test('asks staff to let a colleague correct their own record', () => {
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

test('explains every other rejection in its own words', () => {
  expect(explainCorrection(new CorrectionError('理由'), sent)).toBe('理由');
  expect(explainCorrection(reject('/reason'), sent)).toBe('入力内容をご確認ください。');
});
