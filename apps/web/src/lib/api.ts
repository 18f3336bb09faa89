import {
  type Endpoint,
  type EndpointInput,
  type EndpointOutput,
  forgeryCookie,
  forgeryHeader,
  idempotencyHeader,
  secureForgeryCookie,
} from '@tanren/contract/endpoint';
import type { Problem } from '@tanren/contract/problem';
import { type Identity, readIdentity, renewIdentity } from '#lib/auth/auth.ts';
import { readAllowance } from './call-allowance.ts';
import { ApiError, gatewayStatuses, isStepMissing, NetworkError } from './errors.ts';
import { leadToMissingStep } from '#lib/auth/missing-step.ts';
import { withRecentAuthentication } from '#lib/auth/recent-authentication.ts';
import { recordAnswered } from './offline/network.ts';
import type { StoredCall } from './offline/outbox-rules.ts';
import { makeUuid } from './make-uuid.ts';
import { recordServerTime } from './server-time.ts';
import { nameTap } from './tap-trace.ts';
import { endSession } from '#lib/auth/session-end.ts';
import { dropEarlyCalls, takeEarlyCall } from './early-calls.ts';

export function readCookie(cookies: string, name: string): string | null {
  for (const pair of cookies.split('; ')) {
    const separator = pair.indexOf('=');
    if (pair.slice(0, separator) === name) return decodeURIComponent(pair.slice(separator + 1));
  }
  return null;
}

interface RequestParts {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly querystring?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** Idempotency key for a call that may be sent again. The server performs it once. */
  readonly idempotencyKey?: string;
}

function buildUrl(url: string, { params = {}, querystring = {} }: RequestParts): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(querystring)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

function findForgeryToken(): string | null {
  // The cookie without the secure prefix could have been set by a sibling domain.
  return (
    readCookie(document.cookie, secureForgeryCookie) ?? readCookie(document.cookie, forgeryCookie)
  );
}

/**
 * Creates a forgery token and stores it as a cookie. The server sets one with each page, but a page
 * from the service worker comes without it, and a restarted browser has lost it. No other site can
 * read the page's own token either.
 */
function makeForgeryToken(): string {
  const [name, secure] =
    location.protocol === 'https:' ? [secureForgeryCookie, '; Secure'] : [forgeryCookie, ''];
  const token = makeUuid();
  document.cookie = `${name}=${token}; Path=/; SameSite=Strict${secure}`;
  return token;
}

function buildHeaders(
  method: string,
  { body, idempotencyKey }: RequestParts,
  identity: Identity | null,
): Headers {
  const headers = new Headers({ accept: 'application/json' });
  if (idempotencyKey !== undefined) headers.set(idempotencyHeader, `"${idempotencyKey}"`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (identity !== null) headers.set('authorization', `Bearer ${identity.idToken}`);
  const token = findForgeryToken() ?? (method === 'GET' ? null : makeForgeryToken());
  if (token !== null) headers.set(forgeryHeader, token);
  const traceparent = nameTap();
  if (traceparent !== null) headers.set('traceparent', traceparent);
  return headers;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a gateway answered in place of a server that is down. A gateway never sends a
 * problem document.
 */
function isFromGateway({ status, headers }: Response): boolean {
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return gatewayStatuses.includes(status) && !isProblem;
}

type Address = Pick<Endpoint, 'method' | 'url'>;

async function sendRequest(
  endpoint: Address,
  parts: RequestParts,
  identity: Identity | null,
  signal?: AbortSignal,
): Promise<Response> {
  const { method } = endpoint;
  const url = buildUrl(endpoint.url, parts);
  const headers = buildHeaders(method, parts, identity);
  if (method !== 'GET') dropEarlyCalls();
  const early = takeEarlyCall(url, identity?.idToken);
  let response: Response;
  const requestedAt = early?.requestedAt ?? Date.now();
  try {
    response =
      (await early?.response) ??
      (await fetch(url, {
        method,
        headers,
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
        ...(signal ? { signal } : {}),
      }));
  } catch (error) {
    if (signal?.aborted) throw error;
    recordAnswered(false);
    throw new NetworkError('Network Error', { cause: error });
  }
  recordAnswered(!isFromGateway(response));
  recordServerTime(response.headers.get('date'), requestedAt, Date.now());
  readAllowance(response.headers);
  return response;
}

/**
 * Returns the current identity, renewed if its token is the rejected one. Another tab may have
 * renewed the token during the call, or signed in as another member.
 */
async function replaceRejected(rejected: Identity | null): Promise<Identity | null> {
  const current = await readIdentity();
  if (current === null || current.idToken !== rejected?.idToken) return current;
  return await renewIdentity();
}

/**
 * Sends a call as the current member and renews a rejected token once. A call that began as one
 * member is never repeated as another.
 */
async function requestAsMember(
  endpoint: Address,
  parts: RequestParts,
  signal?: AbortSignal,
): Promise<Response> {
  const identity = await readIdentity();
  const response = await sendRequest(endpoint, parts, identity, signal);
  if (response.status !== 401) return response;
  const renewed = await replaceRejected(identity);
  if (renewed === null) throw await endSession();
  if (renewed.sub !== identity?.sub) throw new ApiError(401, null);
  const again = await sendRequest(endpoint, parts, renewed, signal);
  if (again.status === 401) throw await endSession();
  return again;
}

async function send(
  endpoint: Address,
  parts: RequestParts,
  signal?: AbortSignal,
): Promise<Response> {
  const response = await requestAsMember(endpoint, parts, signal);
  if (response.ok) return response;
  const error = await readFailure(response);
  if (!isStepMissing(error) || (await leadToMissingStep())) throw error;
  // The missing step was completed on another device in the meantime.
  const again = await requestAsMember(endpoint, parts, signal);
  if (again.ok) return again;
  const failure = await readFailure(again);
  throw isStepMissing(failure) ? new ApiError(failure.status, null) : failure;
}

async function readFailure(response: Response): Promise<ApiError> {
  const problem = (await readJson(response)) as Problem | undefined;
  const wait = Number(response.headers.get('retry-after'));
  return new ApiError(response.status, problem ?? null, wait > 0 ? wait : null);
}

/**
 * Sends a call of the contract. Any answer other than 2xx is thrown as `ApiError` or
 * `NetworkError`. After a 401, or a code for a missing profile or agreement, the app leaves the
 * page.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
  signal?: AbortSignal,
): Promise<EndpointOutput<E>> {
  const response = await withRecentAuthentication(() =>
    send(endpoint, input as RequestParts, signal),
  );
  return (await readJson(response)) as EndpointOutput<E>;
}

/** Repeats a stored call, perhaps one of another build (`offline/outbox.ts`). */
export async function callAgain(
  { method, url, params, body }: StoredCall,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<unknown> {
  const address = { method: method as Endpoint['method'], url: url as Endpoint['url'] };
  const parts = method === 'DELETE' ? { params } : { params, body };
  return await readJson(await send(address, { ...parts, idempotencyKey }, signal));
}

/** Maximum number of items that a list returns at once. */
const longestPage = 100;

interface ListPage<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Reads all pages of a list that a page needs as a whole, to count, group or search it. */
export async function readAllPages<T>(
  readPage: (page: { limit: number; cursor?: string }) => Promise<ListPage<T>>,
): Promise<T[]> {
  const all: T[] = [];
  let next: string | null = null;
  do {
    const page: ListPage<T> = await readPage({
      limit: longestPage,
      ...(next === null ? {} : { cursor: next }),
    });
    all.push(...page.items);
    next = page.nextCursor;
  } while (next !== null);
  return all;
}

/** Sends a call that returns a file. */
export async function downloadFile<E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
): Promise<Blob> {
  const response = await withRecentAuthentication(() => send(endpoint, input as RequestParts));
  try {
    return await response.blob();
  } catch (error) {
    // The connection broke while the file was being read.
    throw new NetworkError('Network Error', { cause: error });
  }
}

/** Saves a file to the downloads of the browser. A plain link could not send the token. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
