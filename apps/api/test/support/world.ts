import { randomUUID } from 'node:crypto';
import type { Problem, ProblemField } from '@tanren/contract/problem';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { beforeEach } from 'vitest';
import { productModules } from '#app.ts';
import type { Database } from '#db/database.ts';
import { userInfos } from '#db/schema/members.ts';
import { bearer, createPlainVerify, shareTestApp, type TestAppOptions } from './app.ts';
import { createTestDatabase } from './database.ts';

/** Limits that no test reaches. */
export const rateLimits = { perMember: 1_000_000, perAddress: 1_000_000 };

/** Scheduled tasks would interfere with most tests, which run them themselves. */
export const modules = { ...productModules, messages: async () => [] };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer<T> {
  readonly status: number;
  /** Code of the problem. `null` for a successful call. */
  readonly code: string | null;
  /** The text of an answer that is no JSON. `null` without content. */
  readonly body: T;
  readonly fields: readonly ProblemField[];
  /** Seconds as text. `undefined` for most answers. */
  readonly retryAfter: unknown;
}

/**
 * Returns a function that calls the API. The first argument is the caller: a sub, with `/staff` for
 * staff.
 */
export function createCall(app: FastifyInstance) {
  return async function call<T = Record<string, unknown>>(
    as: string,
    method: Method,
    path: string,
    payload?: unknown,
    more: InjectOptions = {},
  ): Promise<Answer<T>> {
    const response = await app.inject({
      method,
      url: `/api${path}`,
      ...(payload !== undefined && { payload: payload as object }),
      ...more,
      headers: { ...bearer(as), ...more.headers },
    });
    const { statusCode: status, headers, body: text } = response;
    const isJson = /json/.test(String(headers['content-type']));
    const body = (isJson ? response.json() : text || null) as T;
    const { code = null, fields = [] } = (body ?? {}) as Partial<Problem>;
    const retryAfter = headers['retry-after'];
    return { status, code: status < 400 ? null : code, body, fields, retryAfter };
  };
}

/** Opens a clock that stands still until a test moves it, and is reset before each test. */
export function openClock(start: Date) {
  const clock = {
    now: start,
    pass(minutes: number) {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000);
    },
  };
  beforeEach(() => {
    clock.now = start;
  });
  return clock;
}

/** Adds a profile without the mandatory fields of new members. Returns the sub. */
export async function addMember(
  db: Database,
  changes: Partial<typeof userInfos.$inferInsert> = {},
): Promise<string> {
  const [sub, at] = [randomUUID(), new Date('2026-01-01T00:00:00Z')];
  const profile = { sub, nickname: 'テツ', createdAt: at, updatedAt: at, ...changes };
  await db.insert(userInfos).values(profile);
  return profile.sub;
}

interface WorldOptions extends TestAppOptions {
  /** Whether tokens contain the mail address of their member. */
  readonly hasAddress?: boolean;
}

/** Opens the whole API on a database of its own, for all tests of a file. */
export async function openWorld(
  start: Date | string = '2026-04-01T03:00:00Z',
  { hasAddress = false, ...options }: WorldOptions = {},
) {
  const clock = openClock(new Date(start));
  const now = () => clock.now;
  const { db, url } = await createTestDatabase();
  const verifyToken = createPlainVerify(now, hasAddress);
  const parts = { db, modules, rateLimits, now, verifyToken, ...options };
  const app = await shareTestApp(parts);
  return {
    db,
    url,
    clock,
    app,
    call: createCall(app),
    addMember: async (changes: Parameters<typeof addMember>[1] = {}) =>
      await addMember(db, changes),
    /** Builds another node on the same database and clock. */
    openNode: async (changes: TestAppOptions = {}) => await shareTestApp({ ...parts, ...changes }),
  };
}

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Reads every page of a list. `from` is the end of the query: empty for the first page. */
export async function readPages<T>(read: (from: string) => Promise<Page<T>>): Promise<T[][]> {
  const pages: T[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Page<T> = await read(cursor === '' ? '' : `&cursor=${cursor}`);
    pages.push([...page.items]);
    cursor = page.nextCursor;
  }
  return pages;
}
