import type { Problem } from '@tanren/contract/problem';

/** The server answered, and the answer is a refusal or a failure. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly problem: Problem | null;
  /** How long the server asks to wait, where it says so. */
  readonly retryAfterSeconds: number | null;

  constructor(status: number, problem: Problem | null, retryAfterSeconds: number | null = null) {
    super(`Request failed with status code ${String(status)}`);
    this.status = status;
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer came at all. */
export class NetworkError extends Error {
  override readonly name: string = 'NetworkError';
}

/** There is surely no network, and what was wanted cannot wait for one: nothing was sent. */
export class OfflineError extends NetworkError {
  override readonly name = 'OfflineError';
  readonly what: string;

  /** `what`: what a member calls it, 予約. */
  constructor(what: string) {
    super(`${what} needs a network`);
    this.what = what;
  }
}

/** The password that a change asks for was not given. */
export class PasswordNotConfirmed extends Error {
  override readonly name = 'PasswordNotConfirmed';
  static readonly text = 'パスワードを確認していないため、変更していません。';
}

export function isApiError(error: unknown, status: number): error is ApiError {
  return error instanceof ApiError && error.status === status;
}

/** Codes by which the server says that a step of the way in is missing. */
export function isStepMissing(error: unknown): boolean {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  return code === 'profile_incomplete' || code === 'terms_not_agreed';
}

/** Nothing is broken, and the page is about to be left: for the sign-in, or for a missing step. */
export function leadsElsewhere(error: unknown): boolean {
  return isApiError(error, 401) || isStepMissing(error);
}

/** Somebody else was faster: what was changed is not what is there any more. */
export function isStaleVersion(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'stale_version';
}

export function hasErrorName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** When an error has a cause, the cause is what happened. */
export function unwrapCause(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/** Amplify, fetch and mqtt.js each name the loss of a connection in their own way. */
export function isNetworkError(error: unknown): boolean {
  if (error instanceof ApiError) return false;
  return (
    error instanceof Error &&
    /network|failed to fetch|load failed/i.test(`${error.name} ${error.message}`)
  );
}

/** Answers of a gateway whose server is down; the server itself may use them too, with a problem. */
export const gatewayStatuses: readonly number[] = [502, 503, 504];

export function isGatewayError(error: unknown): boolean {
  const { status = 0, problem = null } = error instanceof ApiError ? error : {};
  return gatewayStatuses.includes(status) && problem === null;
}

interface ErrorWords {
  readonly title: string;
  readonly text: string;
}

/** Nothing is broken: the session was ended elsewhere, or is too old. */
export const sessionEnded: ErrorWords = {
  title: 'ログインし直してください',
  text: 'ログインの有効期限が切れたか、ほかの端末での操作によりログアウトされました。',
};

const noResponse: ErrorWords = {
  title: 'ネットワークエラー',
  text: 'ネットワーク接続を確認して、もう一度試してください。',
};

/** Nothing is broken: the member, or everybody at one address, has made too many calls for now. */
const crowded: ErrorWords = {
  title: '混み合っています',
  text: '少し待ってから、もう一度お試しください。',
};

/** How long to wait when the server refuses one call too many without a time, in seconds. */
const usualWaitSeconds = 10;

/** Returns how long to wait after one call too many, or `null` for any other error. */
export function readCrowdedWaitMs(error: unknown): number | null {
  const cause = unwrapCause(error);
  return isApiError(cause, 429) ? 1000 * (cause.retryAfterSeconds ?? usualWaitSeconds) : null;
}

/** As long as the server asks to wait: 約10分. */
export function describeWait(seconds: number): string {
  return seconds < 60 ? `約${seconds}秒` : `約${Math.ceil(seconds / 60)}分`;
}

export function describeError(error: unknown): ErrorWords {
  const cause = unwrapCause(error);
  if (error instanceof PasswordNotConfirmed) {
    return { title: '変更していません', text: PasswordNotConfirmed.text };
  }
  if (isApiError(cause, 401)) return sessionEnded;
  if (isApiError(cause, 429)) return crowded;
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

/** Several places may meet the same error: the console has it once. */
export function logError(error: unknown): void {
  const parts = [error, unwrapCause(error)].filter((part) => part instanceof Error);
  if (parts.some((part) => logged.has(part))) return;
  for (const part of parts) logged.add(part);
  console.error(error);
}

/**
 * A failure that is no refusal, for the form or page where it happened: the same two lines as
 * everywhere, and below them what the place has to add.
 */
export function explainFailure(error: unknown, advice = ''): string {
  const { title, text } = describeError(error);
  logError(error);
  return [title, text, advice].filter((line) => line !== '').join('\n');
}

interface AppError {
  readonly error: unknown;
  /** The page that could not be drawn, which the error leaves with. `null`: it stays on any page. */
  readonly page: string | null;
}

/** The error that took the app down, if one did. The first one wins: later ones are its debris. */
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

/** Errors that nobody caught: in event handlers, timers and forgotten promises. */
export function catchUnhandledErrors(): void {
  window.addEventListener('error', ({ error }: { readonly error?: unknown }) => {
    // Browsers report harmless things here too, such as a ResizeObserver's loop: without an error.
    if (error !== null && error !== undefined) showAppError(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
    showAppError(reason);
  });
}
