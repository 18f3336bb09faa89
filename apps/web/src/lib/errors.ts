import type { Problem } from '@tanren/contract/problem';

/** The server answered with a rejection or a failure. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly problem: Problem | null;
  /** Time in seconds that the server asks to wait. `null` if it names none. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: Problem | null, retryAfterSeconds: number | null = null) {
    super(`Request failed with status code ${String(status)}`);
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The server did not answer at all. */
export class NetworkError extends Error {
  override readonly name: string = 'NetworkError';
}

/** The browser reports no network and the action cannot wait for one. Nothing was sent. */
export class OfflineError extends NetworkError {
  override readonly name = 'OfflineError';
  readonly what: string;

  /** `what` is the member's word for the action, such as 予約. */
  constructor(what: string) {
    super(`${what} needs a network`);
    this.what = what;
  }
}

/** The member did not enter the password that a change requires. */
export class PasswordNotConfirmed extends Error {
  override readonly name = 'PasswordNotConfirmed';
  static readonly text = 'パスワードを確認していないため、変更していません。';
}

export function isApiError(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** Returns whether the server rejected a call because a registration step is missing. */
export function isStepMissing(error: unknown): boolean {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  return code === 'profile_incomplete' || code === 'terms_not_agreed';
}

/**
 * Returns whether the app is about to leave the page for the sign-in or a missing step. Nothing is
 * broken then.
 */
export function leadsElsewhere(error: unknown): boolean {
  return isApiError(error, 401) || isStepMissing(error);
}

/** Returns whether another person or device has saved a newer version in the meantime. */
export function isStaleVersion(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'stale_version';
}

export function hasErrorName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Returns the cause of an error if it has one. */
export function unwrapCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/**
 * Returns whether a connection was lost. Amplify, `fetch` and mqtt.js each use their own name for
 * it.
 */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof ApiError) return false;
  return (
    error instanceof Error &&
    /network|failed to fetch|load failed/i.test(`${error.name} ${error.message}`)
  );
}

/**
 * Statuses of a gateway whose server is down. The server may use them too, but with a problem
 * document.
 */
export const gatewayStatuses: readonly number[] = [502, 503, 504];

export function isGatewayError(error: unknown): boolean {
  const { status = 0, problem = null } = error instanceof ApiError ? error : {};
  return gatewayStatuses.includes(status) && problem === null;
}

/**
 * Returns the number by which staff find a failed call in the log: its request id. `null` for an
 * error that did not reach the server, and for too many calls, which are no failure.
 */
export function readSupportNumber(error: unknown): string | null {
  const cause = unwrapCause(error);
  if (!(cause instanceof ApiError) || cause.status === 429) return null;
  return cause.problem?.requestId ?? null;
}

interface ErrorWords {
  readonly title: string;
  readonly text: string;
}

/** Texts for a session that was ended elsewhere or has expired. Nothing is broken. */
export const sessionEnded: ErrorWords = {
  title: 'ログインし直してください',
  text: 'ログインの有効期限が切れたか、ほかの端末での操作によりログアウトされました。',
};

const noResponse: ErrorWords = {
  title: 'ネットワークエラー',
  text: 'ネットワーク接続を確認して、もう一度試してください。',
};

/**
 * Describes too many calls of the member, or of all users at one address, with the time that the
 * server names for the next attempt. Nothing is broken.
 */
function describeCrowd({ retryAfterSeconds }: ApiError): ErrorWords {
  const when =
    retryAfterSeconds === null ? '少し待ってから' : `${describeWait(retryAfterSeconds)}後に`;
  return { title: '混み合っています', text: `${when}、もう一度お試しください。` };
}

/** Time in seconds to wait after a 429 that names no time. */
const usualWaitSeconds = 10;

/** Returns the time in milliseconds to wait after a 429, or `null` for any other error. */
export function readCrowdedWaitMs(error: unknown): number | null {
  const cause = unwrapCause(error);
  return isApiError(cause, 429) ? 1000 * (cause.retryAfterSeconds ?? usualWaitSeconds) : null;
}

/** Describes a waiting time, such as 約10分. */
export function describeWait(seconds: number): string {
  return seconds < 60 ? `約${seconds}秒` : `約${Math.ceil(seconds / 60)}分`;
}

export function describeError(error: unknown): ErrorWords {
  const cause = unwrapCause(error);
  if (error instanceof PasswordNotConfirmed) {
    return { title: '変更していません', text: PasswordNotConfirmed.text };
  }
  if (isApiError(cause, 401)) return sessionEnded;
  if (isApiError(cause, 429)) return describeCrowd(cause);
  if (error instanceof OfflineError) {
    const { title, text } = noResponse;
    return { title, text: `${text}${error.what}にはネットワーク接続が必要です。` };
  }
  return isNetworkError(error) || isNetworkError(cause)
    ? noResponse
    : {
        title: 'システムエラー',
        text: 'しばらくしてからもう一度試してみてください。',
      };
}

const logged = new WeakSet();

/** Logs an error once, even if several places handle it. */
export function logError(error: unknown): void {
  const parts = [error, unwrapCause(error)].filter((part) => part instanceof Error);
  if (parts.some((part) => logged.has(part))) return;
  for (const part of parts) logged.add(part);
  console.error(error);
}

/**
 * Describes a failure for the form or page where it happened: the usual title and text, followed by
 * the advice of that place.
 */
export function explainFailure(error: unknown, advice = ''): string {
  const { title, text } = describeError(error);
  logError(error);
  return [title, text, advice].filter((line) => line !== '').join('\n');
}

interface AppError {
  readonly error: unknown;
  /**
   * Page that could not be drawn. The error disappears when the member leaves it. `null` for an
   * error that stays on every page.
   */
  readonly page: string | null;
}

/**
 * Error that took the app down, if there is one. The first one stays, because later ones are
 * usually its consequences.
 */
let current: AppError | null = null;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

export function showAppError(error: unknown, page: string | null = null): void {
  const cause = unwrapCause(error);
  logError(cause);
  if (leadsElsewhere(cause)) return;
  if (current === null) set({ error: cause, page });
}

export function clearAppError(): void {
  set(null);
}

export function subscribeToAppError(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getAppError(): AppError | null {
  return current;
}

/** Shows errors that no code caught, from event handlers, timers and unhandled promises. */
export function catchUnhandledErrors(): void {
  window.addEventListener('error', ({ error }: { readonly error?: unknown }) => {
    // Browsers also report harmless events here without an error, such as a ResizeObserver loop.
    if (error !== null && error !== undefined) showAppError(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    showAppError(reason);
  });
}
