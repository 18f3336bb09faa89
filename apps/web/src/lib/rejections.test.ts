import { expect, it } from 'vitest';
import { ApiError } from './errors.ts';
import { findRejection } from './rejections.ts';

const tooMany = {
  type: 'about:blank',
  title: 'Too Many Requests',
  status: 429,
  code: 'too_many_requests',
  requestId: 'r',
} as const;

it.each([
  [null, '操作の回数が多すぎます。少し時間をおいてからお試しください。'],
  [12, '操作の回数が多すぎます。約12秒後に、もう一度お試しください。'],
  [61, '操作の回数が多すぎます。約2分後に、もう一度お試しください。'],
])('shows how long to wait after too many calls: %s s', (seconds, text) => {
  expect(findRejection(new ApiError(429, tooMany, seconds))).toBe(text);
});

it('a failed server is no rejection', () => {
  const broken = { ...tooMany, status: 500, code: 'internal_error' } as const;
  expect(findRejection(new ApiError(500, broken, null))).toBeNull();
  expect(findRejection(new Error('lost'))).toBeNull();
});
