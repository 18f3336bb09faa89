import { describe, expect, it, vi } from 'vitest';
import {
  ApiError,
  describeError,
  explainFailure,
  isApiError,
  logError,
  NetworkError,
  OfflineError,
  readCrowdedWaitMs,
  readSupportNumber,
  unwrapCause,
  hasErrorName,
} from './errors.ts';

const network = {
  title: 'ネットワークエラー',
  text: 'ネットワーク接続を確認して、もう一度試してください。',
};
const system = {
  title: 'システムエラー',
  text: 'しばらくしてからもう一度試してみてください。',
};

describe('readSupportNumber', () => {
  const problem = {
    type: 'about:blank',
    title: 'Error',
    status: 500,
    code: 'internal_error',
    requestId: '4829-0377-5612',
  } as const;

  it('returns the request id of a failed call, also as a cause', () => {
    expect(readSupportNumber(new ApiError(500, problem))).toBe('4829-0377-5612');
    const wrapped = new Error('wrapped', { cause: new ApiError(400, problem) });
    expect(readSupportNumber(wrapped)).toBe('4829-0377-5612');
  });

  it.each([
    ['a lost network', new NetworkError('Network Error')],
    ['an error of the page', new Error('broken')],
    ['an answer of a gateway', new ApiError(502, null)],
    ['too many calls', new ApiError(429, { ...problem, status: 429 })],
  ])('returns no number for %s', (_, error) => {
    expect(readSupportNumber(error)).toBeNull();
  });
});

describe('describeError', () => {
  it.each([
    // spec 8.5
    ['no response', new NetworkError('Network Error')],
    ['fetch in Chromium', new TypeError('Failed to fetch')],
    ['fetch in Safari', new TypeError('Load failed')],
    // spec 8.6
    [
      'Amplify',
      Object.assign(new Error('A network error has occurred.'), { name: 'NetworkError' }),
    ],
    ['a cause', new Error('wrapped', { cause: new NetworkError('Network Error') })],
  ])('describes %s as a network error', (_, error) => {
    expect(describeError(error)).toEqual(network);
  });

  it.each([
    // spec 8.7
    ['an answer of the server', new ApiError(500, null)],
    ['a rejection', new ApiError(400, null)],
    ['a programming error', new TypeError('x is not a function')],
    ['a value that is not an error', 'network'],
    ['nothing', undefined],
  ])('describes %s as a system error', (_, error) => {
    expect(describeError(error)).toEqual(system);
  });
});

// spec 8.7
it('describes a rejected rate limit as congestion, also as a cause', () => {
  const tooMany = new ApiError(429, null, 30);
  const crowded = { title: '混み合っています', text: '約30秒後に、もう一度お試しください。' };
  expect(describeError(tooMany)).toEqual(crowded);
  expect(describeError(new Error('wrapped', { cause: tooMany }))).toEqual(crowded);
});

it('waits as long as the server asks after a rate limit, or ten seconds by default', () => {
  expect(readCrowdedWaitMs(new ApiError(429, null, 30))).toBe(30_000);
  expect(readCrowdedWaitMs(new ApiError(429, null))).toBe(10_000);
  expect(readCrowdedWaitMs(new ApiError(503, null, 30))).toBeNull();
  expect(readCrowdedWaitMs(null)).toBeNull();
});

// spec 2.48
describe('unwrapCause', () => {
  it('returns the cause when there is one', () => {
    const cause = new Error('inner');
    expect(unwrapCause(new Error('outer', { cause }))).toBe(cause);
  });

  it('returns an error without a cause', () => {
    const error = new Error('alone');
    expect(unwrapCause(error)).toBe(error);
  });
});

describe('isApiError', () => {
  it('compares the status', () => {
    expect(isApiError(new ApiError(404, null), 404)).toBe(true);
    expect(isApiError(new ApiError(409, null), 404)).toBe(false);
    expect(isApiError(new NetworkError('Network Error'), 404)).toBe(false);
  });
});

const named = (name: string) => Object.assign(new Error('refused'), { name });

it('hasErrorName returns false for values that are not errors', () => {
  expect(hasErrorName(named('A'), 'A')).toBe(true);
  expect(hasErrorName(named('B'), 'A')).toBe(false);
  expect(hasErrorName({ name: 'A' }, 'A')).toBe(false);
});

it('logs an error once, alone or as a cause', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const cause = new NetworkError('Network Error');
  const wrapped = new Error('wrapped', { cause });
  logError(wrapped);
  logError(wrapped);
  logError(cause);
  expect(log.mock.calls).toEqual([[wrapped]]);
  log.mockRestore();
});

// spec 8.5
it('shows the offline text first when there is certainly no network', () => {
  expect(describeError(new OfflineError('予約の手続き'))).toEqual({
    title: network.title,
    text: `${network.text}予約の手続きにはネットワーク接続が必要です。`,
  });
});

it('a form shows a failure in the two lines of every page, and can add advice', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const lost = new NetworkError('Network Error');
  expect(explainFailure(lost)).toBe(`${network.title}\n${network.text}`);
  expect(explainFailure(new ApiError(500, null), '下書きがあります。')).toBe(
    `${system.title}\n${system.text}\n下書きがあります。`,
  );
  expect(log).toHaveBeenCalledTimes(2);
  log.mockRestore();
});
