import { problemText } from '#lib/problem-text.ts';
import { ApiError, NetworkError } from '#lib/errors.ts';
import { expect, it } from 'vitest';
import { describeRefusal, readRefusal } from './refusal-words.ts';

const problem = {
  type: 'about:blank',
  title: '',
  status: 409,
  code: 'slot_full',
  requestId: 'x',
} as const;

it('a refusal is told by its code, a failure as every failure', () => {
  expect(readRefusal(new ApiError(409, problem))).toBe('slot_full');
  expect(readRefusal(new ApiError(500, { ...problem, code: 'internal_error' }))).toBeNull();
  expect(readRefusal(new ApiError(404, null))).toBeNull();
  expect(readRefusal(new NetworkError('Network Error'))).toBeNull();
});

it('in words that fit what was tried', () => {
  expect(describeRefusal('reserve', 'limit_reached')).toContain('予約は同時に4件まで');
  expect(describeRefusal('wait', 'limit_reached')).toContain('キャンセル待ちは同時に4件まで');
  for (const code of ['in_past', 'closed', 'too_far_ahead', 'slot_available'] as const) {
    expect(describeRefusal('reserve', code)).toBe(problemText[code]);
  }
});
