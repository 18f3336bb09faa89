import type { Endpoint, EndpointInput, EndpointOutput } from '@tanren/contract/endpoint';
import type { Problem, ProblemCode } from '@tanren/contract/problem';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { recordServerTime } from '#lib/server-time.ts';

/** An answer that is a failure. */
export interface Rejection {
  readonly kind: 'refusal';
  readonly problem: Problem;
  /** Time to wait in seconds. `null` if the answer names none. */
  readonly retryAfter: number | null;
}

/** Returns the answer of the API to a rejected call. */
export function rejectWith(
  status: number,
  code: ProblemCode,
  more: Partial<Problem> & { readonly retryAfter?: number } = {},
): Rejection {
  const { retryAfter = null, ...problem } = more;
  const requestId = 'component-test';
  return {
    kind: 'refusal',
    problem: { type: 'about:blank', title: code, status, code, requestId, ...problem },
    retryAfter,
  };
}

/** Answer for a lost network or an answer that was lost on its way. */
export const lost = Symbol('lost');

/** Answer of a gateway whose server is down. */
export const gatewayDown = Symbol('gateway down');

type Result<E extends Endpoint> = EndpointOutput<E> | Rejection | typeof lost | typeof gatewayDown;
export type Answer<E extends Endpoint> =
  | Result<E>
  | ((input: EndpointInput<E>) => Result<E> | Promise<Result<E>>);

interface Route {
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  readonly answer: unknown;
}

export interface Call {
  readonly method: string;
  /** Path below `/api`, with its query. */
  readonly path: string;
  readonly body: unknown;
}

let routes: Route[] = [];
let calls: Call[] = [];
const errors: string[] = [];
let online = true;
/**
 * Milliseconds by which the server's clock is ahead of this browser's. `null` when answers do not
 * contain the time.
 */
let serverAheadMs: number | null = null;
let broken: {
  readonly isBroken: (path: string) => boolean;
  readonly how: Rejection | typeof lost;
} | null = null;
/** Whether the API rejects the member's session. */
let tokensRejected = false;
let answerPool: ((request: Request) => Promise<Response>) | null = null;

function toRoute(endpoint: Endpoint, result: unknown): Route {
  const names = [...endpoint.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const pattern = new RegExp(`^${endpoint.url.replace(/:\w+/g, '([^/]+)')}$`);
  return { endpoint, pattern, names, answer: result };
}

/** Sets the answer to a call of the contract. The newest answer counts. */
export function answer<E extends Endpoint>(endpoint: E, result: Answer<E>): void {
  routes = [toRoute(endpoint, result), ...routes];
}

/** Sets the answer to a call that has no other answer. */
export function answerByDefault<E extends Endpoint>(endpoint: E, result: Answer<E>): void {
  routes = [...routes, toRoute(endpoint, result)];
}

/**
 * Returns the route for a path. One without parameters comes first: `latest` in `/workouts/latest`
 * is not an id.
 */
function findRoute(method: string, path: string): Route | undefined {
  const fitting = routes.filter(
    ({ endpoint, pattern }) => endpoint.method === method && pattern.test(path),
  );
  return fitting.find(({ names }) => names.length === 0) ?? fitting[0];
}

/** Returns the calls since the test began, oldest first. */
export function listCalls(endpoint?: Endpoint): readonly Call[] {
  if (endpoint === undefined) return calls;
  const pattern = new RegExp(`^${endpoint.url.replace(/:\w+/g, '[^/]+')}(\\?|$)`);
  return calls.filter(({ method, path }) => method === endpoint.method && pattern.test(path));
}

/** Makes reads of these paths fail, regardless of their answers, until `mendReads`. */
export function breakReads(
  paths: readonly string[] | ((path: string) => boolean),
  how: Rejection | typeof lost,
): void {
  const isBroken = typeof paths === 'function' ? paths : (path: string) => paths.includes(path);
  broken = { isBroken, how };
}

export function mendReads(): void {
  broken = null;
}

/** Rejects every call that needs a session, as after a sign-out on another device. */
export function rejectTokens(refused: boolean): void {
  tokensRejected = refused;
}

/** Sets the network state as the browser reports it. Calls fail until the network is back. */
export function setOnline(isOnline: boolean): void {
  online = isOnline;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online });
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** Sets how far the time in each answer is ahead of this browser's clock. */
export function setServerAhead(ms: number): void {
  serverAheadMs = ms;
}

/** Checks that every call had an answer, and that all requests and answers match the contract. */
export function expectNoTestErrors(): void {
  expect(errors.splice(0)).toEqual([]);
}

export function recordTestError(text: string): void {
  errors.push(text);
}

/** Sets the handler for the user pool, whose protocol is not in the contract (`user-pool.ts`). */
export function answerPoolWith(answerOperation: (request: Request) => Promise<Response>): void {
  answerPool = answerOperation;
}

export function resetAnswers(): void {
  [routes, calls, answerPool, broken] = [[], [], null, null];
  open = new Set();
  tokensRejected = false;
  if (!online) setOnline(true);
  if (serverAheadMs !== null) recordServerTime(new Date().toUTCString(), Date.now(), Date.now());
  serverAheadMs = null;
}

function check(schema: TSchema | undefined, value: unknown, what: string): void {
  if (schema === undefined || Value.Check(schema, value)) return;
  const [first] = Value.Errors(schema, value);
  errors.push(`${what}: ${first?.instancePath ?? ''} ${first?.message ?? ''}`);
}

/** Converts the values of an address, which are texts, to numbers and booleans like the API. */
function readText(schema: TSchema | undefined, values: Record<string, string>): unknown {
  return schema === undefined ? values : Value.Convert(schema, values);
}

function readBody(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

async function answerCall(request: Request, url: URL): Promise<Response> {
  const path = url.pathname.slice('/api'.length);
  const body = readBody(await request.text());
  request.signal.throwIfAborted();
  // A page of a finished test may still make calls between tests, for example for the link under
  // the pointer.
  if (routes.length === 0) return new Promise<never>(() => {});
  const what = `${request.method} ${path}`;
  calls.push({ method: request.method, path: path + url.search, body });
  if (!online) throw new TypeError('Failed to fetch');
  if (request.method === 'GET' && broken?.isBroken(path)) {
    if (broken.how === lost) throw new TypeError('Failed to fetch');
    return writeProblem(broken.how);
  }
  const route = findRoute(request.method, path);
  if (!route) {
    errors.push(`${what}: nobody answers`);
    throw new TypeError(`Failed to fetch: nobody answers ${what}`);
  }
  const { schema, config } = route.endpoint;
  if (tokensRejected && config.access !== 'public')
    return writeProblem(rejectWith(401, 'unauthenticated'));
  const values = route.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
  const params = Object.fromEntries(route.names.map((name, index) => [name, values[index] ?? '']));
  const input = {
    params: readText(schema.params, params),
    querystring: readText(schema.querystring, Object.fromEntries(url.searchParams)),
    body,
  };
  check(schema.params, input.params, `${what} params`);
  check(schema.querystring, input.querystring, `${what} query`);
  check(schema.body, body, `${what} body`);
  const result: unknown =
    typeof route.answer === 'function'
      ? await (route.answer as (given: typeof input) => unknown)(input)
      : route.answer;
  if (result === lost || !online) throw new TypeError('Failed to fetch');
  if (result === gatewayDown) return new Response('<h1>Bad Gateway</h1>', { status: 502 });
  if (isRejection(result)) return writeProblem(result);
  const [status = '200', output] = Object.entries(schema.response)[0] ?? [];
  if (result instanceof Blob) return new Response(result, { status: Number(status) });
  check(output, result, `the answer of ${what}`);
  if (status === '204') return new Response(null, { status: 204 });
  return Response.json(result, { status: Number(status) });
}

function isRejection(result: unknown): result is Rejection {
  return (result as Partial<Rejection> | null)?.kind === 'refusal';
}

function writeProblem({ problem, retryAfter }: Rejection): Response {
  return Response.json(problem, {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
    },
  });
}

function setDateHeader(response: Response): Response {
  if (serverAheadMs !== null) {
    response.headers.set('date', new Date(Date.now() + serverAheadMs).toUTCString());
  }
  return response;
}

/** The browser's own timer, even when a test replaces the clock. */
const realSetTimeout = globalThis.setTimeout.bind(globalThis);
/** Duration of a write in milliseconds, longer than both taps of `tapTwice`. */
const writeMs = 25;

async function takeTime(): Promise<void> {
  await new Promise((resolve) => {
    realSetTimeout(resolve, writeMs);
  });
}

let open = new Set<symbol>();

/**
 * Returns the number of calls without an answer. Before a test taps again, the first tap must be
 * finished.
 */
export function countOpenCalls(): number {
  return open.size;
}

/** Replaces `fetch`: it answers calls of the contract, and nothing else exists. */
export async function fetchAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  // The previous test may have left a call without an answer.
  const [ofThisTest, call] = [open, Symbol('call')];
  ofThisTest.add(call);
  try {
    return await answerRequest(input, init);
  } finally {
    ofThisTest.delete(call);
  }
}

async function answerRequest(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const url = new URL(request.url);
  if (url.pathname.startsWith('/api/')) {
    const response = await answerCall(request, url);
    if (request.method !== 'GET') await takeTime();
    return setDateHeader(response);
  }
  if (!online) throw new TypeError('Failed to fetch');
  if (url.pathname === '/cognito/' && answerPool) {
    const response = await answerPool(request);
    await takeTime();
    return response;
  }
  if (url.pathname === '/cognito/' && routes.length === 0) return new Promise(() => {});
  return new Response(null, { status: 404 });
}
