import { describe, expect, it, vi } from 'vitest';
import { ChunkLoadError } from '#lib/builds/chunks.ts';
import { authErrorText, describeAuthError } from './auth-error.ts';
import { ApiError, NetworkError } from '#lib/errors.ts';

function reject(name: string, message = ''): Error {
  return Object.assign(new Error(message), { name });
}

describe('describeAuthError', () => {
  it.each([
    // spec 8.12
    'NotAuthorizedException',
    // spec 8.13
    'UserNotFoundException',
    // spec 8.14
    'UserNotConfirmedException',
    // spec 8.15
    'CodeMismatchException',
    // spec 8.16
    'ExpiredCodeException',
    // spec 8.17
    'InvalidPasswordException',
    // spec 8.18
    'LimitExceededException',
    // spec 8.19
    'TooManyRequestsException',
    // spec 8.20
    'UsernameExistsException',
    // spec 8.21
    'PasswordResetRequiredException',
  ])('has a Japanese text for %s', (name) => {
    expect(describeAuthError(reject(name))).toMatch(/[ぁ-ん].*。$/);
  });

  it('has a different sentence for each error, without revealing who is a member', () => {
    const { UserNotFoundException, ...others } = authErrorText;
    expect(UserNotFoundException).toBe(others.NotAuthorizedException);
    expect(new Set(Object.values(others)).size).toBe(Object.keys(others).length);
  });

  it('separates a lock-out, an expired challenge and an ended session from a wrong password', () => {
    const sentences = [
      'Incorrect username or password.',
      'Password attempts exceeded',
      'Invalid session for the user, session is expired.',
      'Access Token has been revoked',
    ].map((message) => describeAuthError(reject('NotAuthorizedException', message)));
    expect(new Set(sentences).size).toBe(4);
    expect(sentences[1]).toContain('15分');
  });

  it('lets a page replace a sentence, except the lock-out', () => {
    const words = { NotAuthorizedException: '現在のパスワードが正しくありません。' };
    expect(describeAuthError(reject('NotAuthorizedException'), words)).toBe(
      words.NotAuthorizedException,
    );
    expect(
      describeAuthError(reject('NotAuthorizedException', 'Password attempts exceeded'), words),
    ).toContain('15分');
  });

  it('shows a lost network as every page does, and logs it', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const words = 'ネットワークエラー\nネットワーク接続を確認して、もう一度試してください。';
    const lost = new NetworkError('Network Error');
    expect(describeAuthError(lost)).toBe(words);
    // Forms call this function at every render.
    expect(describeAuthError(lost)).toBe(words);
    expect(log.mock.calls).toEqual([[lost]]);
    expect(describeAuthError(new ChunkLoadError('missing', { cause: lost }))).toBe(words);
    expect(describeAuthError(reject('NetworkError', 'A network error has occurred.'))).toBe(words);
    expect(describeAuthError(new ChunkLoadError('missing'))).toMatch(/^システムエラー\n/);
    log.mockRestore();
  });

  it.each([
    ['an internal error', new TypeError('x is not a function')],
    ['a failing server', new ApiError(500, null)],
    ['an unknown name', reject('InternalErrorException')],
    ['a name of every object', reject('toString')],
    ['a value that is not an error', 'NotAuthorizedException'],
  ])('leaves %s to the global error message', (_, error) => {
    expect(describeAuthError(error)).toBeNull();
  });
});
