import { describe, expect, it } from 'vitest';
import { authErrorText, describeAuthError } from './auth-error.ts';
import { ApiError, NetworkError } from '#lib/errors.ts';

function refuse(name: string, message = ''): Error {
  return Object.assign(new Error(message), { name });
}

describe('describeAuthError', () => {
  it.each([
    'NotAuthorizedException',
    'UserNotFoundException',
    'UserNotConfirmedException',
    'CodeMismatchException',
    'ExpiredCodeException',
    'InvalidPasswordException',
    'LimitExceededException',
    'TooManyRequestsException',
    'UsernameExistsException',
    'PasswordResetRequiredException',
  ])('has Japanese words for %s', (name) => {
    expect(describeAuthError(refuse(name))).toMatch(/[ぁ-ん].*。$/);
  });

  it('has a sentence of its own for each, but does not tell who is a member', () => {
    const { UserNotFoundException, ...others } = authErrorText;
    expect(UserNotFoundException).toBe(others.NotAuthorizedException);
    expect(new Set(Object.values(others)).size).toBe(Object.keys(others).length);
  });

  it('tells a lock-out, an expired challenge and an ended session from a wrong password', () => {
    const sentences = [
      'Incorrect username or password.',
      'Password attempts exceeded',
      'Invalid session for the user, session is expired.',
      'Access Token has been revoked',
    ].map((message) => describeAuthError(refuse('NotAuthorizedException', message)));
    expect(new Set(sentences).size).toBe(4);
    expect(sentences[1]).toContain('15分');
  });

  it('lets a page replace a sentence, but not the lock-out', () => {
    const words = { NotAuthorizedException: '現在のパスワードが正しくありません。' };
    expect(describeAuthError(refuse('NotAuthorizedException'), words)).toBe(
      words.NotAuthorizedException,
    );
    expect(
      describeAuthError(refuse('NotAuthorizedException', 'Password attempts exceeded'), words),
    ).toContain('15分');
  });

  it('knows a lost network', () => {
    const sentence = 'ネットワーク接続を確認して、もう一度試してください。';
    expect(describeAuthError(new NetworkError('Network Error'))).toBe(sentence);
    expect(describeAuthError(refuse('ChunkLoadError'))).toBe(sentence);
    expect(describeAuthError(refuse('NetworkError', 'A network error has occurred.'))).toBe(
      sentence,
    );
  });

  it.each([
    ['a fault of ours', new TypeError('x is not a function')],
    ['a failing server', new ApiError(500, null)],
    ['an unknown name', refuse('InternalErrorException')],
    ['a name of every object', refuse('toString')],
    ['what is no error', 'NotAuthorizedException'],
  ])('leaves %s to the notifier', (_, error) => {
    expect(describeAuthError(error)).toBeNull();
  });
});
