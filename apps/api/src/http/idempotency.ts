import { idempotencyHeader, idempotencyKeyLength } from '@tanren/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from './app-error.ts';
import { replaceByProblem } from './error-handler.ts';
import type { Database } from '#db/database.ts';
import { openTransaction, type OpenTransaction } from '#db/open-transaction.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import {
  describeKeyedCall,
  findAnswer,
  isFull,
  storeAnswer,
  type StoredAnswer,
  type KeyedCall,
  lockKey,
} from './idempotency-keys.ts';

/** A call that runs under its key. */
interface OpenCall {
  readonly call: KeyedCall;
  readonly transaction: OpenTransaction;
}

declare module 'fastify' {
  interface FastifyRequest {
    openCall: OpenCall | null;
  }
  interface FastifyContextConfig {
    takesIdempotencyKey?: boolean;
  }
}

interface IdempotencyOptions {
  readonly db: Database;
  readonly lockAccount: LockAccount;
}

/** A running request takes about this long. */
const retryInProgressSeconds = 1;
/** Some keys will be a day old after this time. */
const retryFullSeconds = 3600;

/**
 * Executes calls with an Idempotency-Key once. All writes of such a call are one transaction with
 * the key and the answer. A client that got no answer repeats the call: it receives the stored
 * answer, or nothing had been done yet. The answer is sent after the commit.
 */
export const idempotency = fp<IdempotencyOptions>(async (app, options) => {
  app.decorateRequest('openCall', null);

  // This hook runs last, so that a caller without permission never gets a stored answer.
  app.addHook('preHandler', (request, reply, done) => {
    const header = request.headers[idempotencyHeader];
    if (header === undefined || request.routeOptions.config.takesIdempotencyKey !== true) {
      done();
      return;
    }
    void begin(options, request, reply, header, done);
  });

  app.addHook('onSend', (request, reply, payload, done) => {
    const { openCall: open } = request;
    if (open === null) {
      done(null, payload);
      return;
    }
    request.openCall = null;
    request.transaction = null;
    void finish(open, request, reply, payload, done);
  });
});

type Done = (error?: Error) => void;

/** Continues within the transaction, or sends the stored answer. */
async function begin(
  options: IdempotencyOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  header: string | string[],
  done: Done,
): Promise<void> {
  const [outcome] = await Promise.allSettled([openCall(options, request, header)]);
  if (outcome.status === 'rejected') {
    done(toError(outcome.reason));
    return;
  }
  const opened = outcome.value;
  if ('status' in opened) {
    replay(reply, opened);
    return;
  }
  request.openCall = opened;
  request.transaction = opened.transaction;
  done();
}

/** Continues after the commit, or sends a problem instead of the answer when it has failed. */
async function finish(
  open: OpenCall,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload: unknown) => void,
): Promise<void> {
  const [outcome] = await Promise.allSettled([closeCall(open, reply, payload)]);
  const failed = outcome.status === 'rejected';
  done(null, failed ? replaceByProblem(outcome.reason, request, reply) : payload);
}

function toError(reason: unknown): Error {
  return reason instanceof Error
    ? reason
    : new Error('a call could not be kept', { cause: reason });
}

/** A String of RFC 8941 without escapes and parameters, which no key needs. */
const quoted = new RegExp(
  `^"([ !#-\\[\\]-~]{${idempotencyKeyLength.min},${idempotencyKeyLength.max}})"$`,
);

function readKey(header: string | string[]): string {
  const key = quoted.exec(String(header).trim())?.[1];
  if (key !== undefined) return key;
  const { min, max } = idempotencyKeyLength;
  const message = `must be ${min} to ${max} characters in quotation marks`;
  const field = { path: `/${idempotencyHeader}`, in: 'headers', message } as const;
  throw new AppError('invalid_request', { fields: [field] });
}

async function openCall(
  { db, lockAccount }: IdempotencyOptions,
  request: FastifyRequest,
  header: string | string[],
): Promise<OpenCall | StoredAnswer> {
  const { identity, method, url, body } = request;
  const text = `${method} ${url}\n${JSON.stringify(body ?? null)}`;
  const call = describeKeyedCall(identity.sub, readKey(header), text);
  const transaction = await openTransaction(db);
  try {
    const { tx } = transaction;
    if (!(await lockKey(tx, call))) {
      throw new AppError('request_in_progress', { retryAfterSeconds: retryInProgressSeconds });
    }
    const answer = await findAnswer(tx, call);
    if (answer === 'other') throw new AppError('idempotency_key_reused');
    if (answer !== null) {
      await transaction.rollBack();
      return answer;
    }
    if (await isFull(tx, call)) {
      throw new AppError('too_many_requests', { retryAfterSeconds: retryFullSeconds });
    }
    // The account is locked first, so that a deleted account leaves no key behind.
    await lockAccount(tx, call.sub);
  } catch (error) {
    await transaction.rollBack();
    throw error;
  }
  return { call, transaction };
}

function replay(reply: FastifyReply, { status, contentType, body }: StoredAnswer): void {
  reply.code(status);
  if (contentType === null) reply.send();
  else reply.header('content-type', contentType).send(body);
}

/** Statuses that may differ at another try, so they are not stored as the answer. */
const passing = [401, 408, 429];

async function closeCall(
  { call, transaction }: OpenCall,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { statusCode: status } = reply;
  if (status >= 500) {
    await transaction.rollBack();
    return;
  }
  try {
    if (!passing.includes(status))
      await storeAnswer(transaction.tx, call, readAnswer(reply, payload));
  } catch (error) {
    await transaction.rollBack();
    throw error;
  }
  await transaction.commit();
}

function readAnswer(reply: FastifyReply, payload: unknown): StoredAnswer {
  const { statusCode: status } = reply;
  if (payload === null || payload === undefined || payload === '') {
    return { status, contentType: null, body: Buffer.alloc(0) };
  }
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
    throw new Error('an answer that is no text cannot be kept for its key');
  }
  const contentType = String(reply.getHeader('content-type') ?? 'application/json');
  return { status, contentType, body: Buffer.from(payload) };
}
