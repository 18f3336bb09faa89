import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test as base } from '@playwright/test';
import pg from 'pg';
import type { RunningServer } from './server.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const tokyoMs = 9 * 60 * minuteMs;

/** Time around midnight to avoid, longer than a test and than the time it dates back. */
const before = 4 * minuteMs;
const after = 2 * minuteMs;

/**
 * Waits while midnight in Tokyo is near. The servers of the tests use the real clock, and the day
 * must not change during a test.
 */
async function leaveMidnight(): Promise<void> {
  const sinceMidnight = (Date.now() + tokyoMs) % dayMs;
  const toWait = (dayMs + after - sinceMidnight) % dayMs;
  if (toWait > before + after) return;
  await new Promise((resolve) => setTimeout(resolve, toWait));
}

/**
 * Runs a statement on the embedded database of a running server, for states that no API call can
 * make or read.
 */
export async function runSql(
  dataDir: string,
  sql: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  const folder = path.join(dataDir, 'postgres');
  const password = await readFile(path.join(folder, 'password'), 'utf8');
  const postmaster = await readFile(path.join(folder, 'data', 'postmaster.pid'), 'utf8');
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(postmaster.split('\n')[3]),
    user: 'postgres',
    password,
    database: 'tanren',
  });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql, values);
  await client.end();
  return rows;
}

type ServerAddress = Pick<RunningServer, 'url' | 'brokerUrl' | 'dataDir'>;

export interface EmbeddedServer extends ServerAddress {
  /** Returns the code in the mail with this number (from 1) to this address. */
  readCode(email: string, number?: number): Promise<string>;
  /** Returns the path of the link in the mail with this number (from 1) to a guardian. */
  readGuardianLink(email: string, number?: number): Promise<string>;
}

async function listMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(
    names
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((name) => readFile(path.join(folder, name), { encoding: 'utf8' })),
  );
}

/** Maximum wait in milliseconds. Some mails are sent after the answer. */
const longestWait = 30_000;

const codeInMail = /：(\d{8})$/m;
const guardianLinkInMail = /(\/guardian-consent#\S+)$/m;

/** Waits for the mail with this number to the address, and returns what it contains. */
async function findInMail(
  folder: string,
  wanted: RegExp,
  { email, number }: { readonly email: string; readonly number: number },
): Promise<string> {
  const deadline = Date.now() + longestWait;
  while (Date.now() < deadline) {
    const mails = (await listMails(folder)).filter((mail) => mail.startsWith(`To: ${email}\n`));
    const found = wanted.exec(mails.filter((mail) => wanted.test(mail))[number - 1] ?? '');
    if (found?.[1] !== undefined) return found[1];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no mail number ${number} with ${String(wanted)} for ${email}`);
}

/** Adds access to mails to a server with the embedded user pool that a test has started itself. */
export function withMails(server: ServerAddress): EmbeddedServer {
  const outbox = path.join(server.dataDir, 'outbox');
  const { url, brokerUrl, dataDir } = server;
  return {
    url,
    brokerUrl,
    dataDir,
    readCode: (email, number = 1) => findInMail(outbox, codeInMail, { email, number }),
    readGuardianLink: (email, number = 1) =>
      findInMail(outbox, guardianLinkInMail, { email, number }),
  };
}

/**
 * Provides tests with the server of their worker, with the embedded user pool and mails as files.
 */
export const test = base.extend<
  { freshAllowances: void; sameDay: void },
  { embedded: EmbeddedServer }
>({
  embedded: [
    // Playwright requires an object pattern as the first parameter, even an unused one.
    async ({ browserName: _ }, provide, { parallelIndex }) => {
      const servers = JSON.parse(process.env['EMBEDDED_SERVERS'] ?? '[]') as ServerAddress[];
      const server = servers[parallelIndex];
      if (server === undefined) throw new Error(`no server for worker ${parallelIndex}`);
      await provide(withMails(server));
    },
    { scope: 'worker' },
  ],
  // All tests come from one address, which may request 30 mails an hour, so the limit is reset.
  freshAllowances: [
    async ({ embedded }, provide) => {
      await runSql(embedded.dataDir, 'delete from user_pool_allowances', []);
      await provide();
    },
    { auto: true },
  ],
  sameDay: [
    async ({ browserName: _ }, provide) => {
      await leaveMidnight();
      await provide();
    },
    { auto: true, timeout: 600_000 },
  ],
  baseURL: async ({ embedded }, provide) => {
    await provide(embedded.url);
  },
});
