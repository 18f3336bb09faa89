import { chooseSendTime, notificationRules } from '@tanren/domain/members/notifications';
import type { FastifyBaseLogger } from 'fastify';
import type { Database, Queryable } from '#db/database.ts';
import { limitTime } from '#db/limit-time.ts';
import { type PlainMail, separateDigits, writeText } from '#mail/mail-words.ts';
import type { FindAddresses } from '#mail/mail-rounds.ts';
import { isRecipientRejected } from '#mail/recipient-rejections.ts';
import type { AddUnsubscribe } from '#mail/unsubscribe.ts';
import type { PushOutcome, PushService } from '#push/push-service.ts';
import {
  claimDue,
  type ClaimedMessage,
  countDue,
  finish,
  deleteDevice,
  markPushed,
  postpone,
} from './notification-outbox.store.ts';

export interface OutboxParts {
  readonly db: Database;
  readonly push: PushService;
  readonly sendMail: (mail: PlainMail) => Promise<void>;
  readonly addUnsubscribe: AddUnsubscribe;
  readonly publicUrl: URL;
  readonly findAddresses: FindAddresses;
  /**
   * Returns which of these sign-ins have not ended. `null` if the user pool does not provide this.
   */
  readonly findLiveSignIns: ((signIns: readonly string[]) => Promise<ReadonlySet<string>>) | null;
  readonly now: () => Date;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly onPush?: (result: PushOutcome['kind'] | 'failed') => void;
  readonly onDue?: (length: number) => void;
  /**
   * Maximum duration of a send in milliseconds: shorter than the lease, and longer than the push
   * service's own limit for both attempts.
   */
  readonly longestSendMs?: number;
}

/** The parts of one node, and the time when a push service last accepted a message from it. */
interface OutboxNode extends OutboxParts {
  lastSentAt: number;
}

/**
 * Number of messages sent at once. A round ends after `maxBatches` batches, because closing the
 * program waits for it.
 */
const batchSize = 50;
const maxBatches = 20;
/** Length of a lease in milliseconds, longer than any send. */
const leaseMs = 60_000;
const longestSendMsByDefault = 25_000;
const maxAttempts = 10;
const firstRetryMs = 30_000;
const longestRetryMs = 60 * 60 * 1000;
/**
 * Maximum lifetime of a message in seconds. Push services keep a message for at most four weeks.
 */
const longestTtlSeconds = 28 * 24 * 60 * 60;
const countedDue = 10_000;

/** Sends the due messages, each by one node. The returned function runs one round. */
export function createOutboxRounds(parts: OutboxParts): () => Promise<void> {
  const { db, now, onDue } = parts;
  const node = { ...parts, lastSentAt: -Infinity };
  return async () => {
    onDue?.(await countDue(db, now(), countedDue));
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const at = now();
      const leasedUntil = new Date(at.getTime() + leaseMs);
      const claimed = await claimDue(db, { now: at, leasedUntil, limit: batchSize });
      await sendBatch(node, claimed);
      if (claimed.length < batchSize) return;
    }
  };
}

async function sendBatch(node: OutboxNode, claimed: readonly ClaimedMessage[]): Promise<void> {
  const { db, findAddresses, findLiveSignIns } = node;
  const mailed = claimed.filter(({ channel }) => channel === 'mail').map(({ sub }) => sub);
  const addresses = mailed.length === 0 ? new Map() : await findAddresses(db, mailed);
  const signIns = claimed.flatMap(({ device }) => device?.originJti ?? []);
  const live =
    findLiveSignIns === null || signIns.length === 0 ? null : await findLiveSignIns(signIns);
  const results = await Promise.allSettled(
    claimed.map(async (message) => await sendOne(node, message, { addresses, live })),
  );
  for (const result of results) {
    // This is a failure of the database. The lease expires, and the message is sent again.
    if (result.status === 'rejected') throw result.reason;
  }
}

interface Known {
  readonly addresses: ReadonlyMap<string, string>;
  readonly live: ReadonlySet<string> | null;
}

async function sendOne(
  node: OutboxNode,
  message: ClaimedMessage,
  { addresses, live }: Known,
): Promise<void> {
  const { db, now } = node;
  const { kind, device, expiresAt, stands } = message;
  const at = now();
  const sendAt = kind === 'test' ? at : chooseSendTime(kind, at, expiresAt);
  if (!stands || sendAt === null || expiresAt <= at) return await finish(db, message, at);
  // The message was delayed into the quiet hours.
  if (sendAt > at) return await postpone(db, message, sendAt);
  if (message.channel === 'mail') {
    const to = addresses.get(message.sub);
    return to === undefined ? await finish(db, message, at) : await mail(node, message, to);
  }
  if (device === null) return await finish(db, message, at);
  const { originJti } = device;
  // A device whose sign-in has ended gets no more messages.
  if (live !== null && originJti !== null && !live.has(originJti)) {
    return await deleteDevice(db, device.id);
  }
  await pushTo(node, message, device);
}

const pushTooLate = new Error('the push service took too long');

async function pushTo(
  node: OutboxNode,
  message: ClaimedMessage,
  device: NonNullable<ClaimedMessage['device']>,
): Promise<void> {
  const { db, push, now, log, onPush, longestSendMs = longestSendMsByDefault } = node;
  const { kind, title, body, path, topic, expiresAt } = message;
  const at = now();
  const secondsLeft = Math.ceil((expiresAt.getTime() - at.getTime()) / 1000);
  const { endpoint, p256dh, auth } = device;
  let outcome: PushOutcome;
  try {
    const delivery = {
      endpoint,
      keys: { p256dh, auth },
      message: { title, body, path, topic },
      urgency: kind === 'test' ? 'high' : notificationRules[kind].urgency,
      ttlSeconds: Math.min(secondsLeft, longestTtlSeconds),
    };
    outcome = await limitTime(push.send(delivery, at), longestSendMs, pushTooLate);
    onPush?.(outcome.kind);
  } catch (error) {
    onPush?.('failed');
    if (message.attempts >= maxAttempts && hasSentLately(node)) {
      log.warn({ err: error, id: message.id }, 'a device could not be reached, forgetting it');
      return await deleteDevice(db, device.id);
    }
    log.warn({ err: error, id: message.id }, 'a push could not be sent, trying again');
    outcome = { kind: 'later', afterSeconds: null };
  }
  switch (outcome.kind) {
    case 'sent':
      node.lastSentAt = at.getTime();
      await markPushed(db, device.id, at);
      return await finish(db, message, at);
    case 'gone':
      return await deleteDevice(db, device.id);
    case 'refused':
      log.warn({ id: message.id, kind }, 'a push service refused a message');
      return await finish(db, message, at);
    case 'later':
      await retry(db, message, now(), outcome.afterSeconds);
  }
}

/**
 * Returns whether a push service recently accepted a message. If not, the network of this node may
 * be down, and the device is not to blame.
 */
function hasSentLately({ now, lastSentAt }: OutboxNode): boolean {
  return now().getTime() - lastSentAt <= longestRetryMs;
}

const mailTooLate = new Error('the mail server took too long');

async function mail(node: OutboxNode, message: ClaimedMessage, to: string): Promise<void> {
  const { db, sendMail, addUnsubscribe, publicUrl, now, log } = node;
  const { longestSendMs = longestSendMsByDefault } = node;
  const { sub, kind, title, body, path } = message;
  if (kind === 'test') return await finish(db, message, now());
  const written = {
    to,
    subject: `【TANREN】${title}`,
    text: writeText([separateDigits(body), new URL(path, publicUrl).href]),
  };
  try {
    const sending = sendMail(addUnsubscribe(written, { sub, kind }));
    await limitTime(sending, longestSendMs, mailTooLate);
  } catch (error) {
    if (isRecipientRejected(error)) {
      log.warn(
        { err: error, id: message.id },
        'a mail could not be sent, its recipient is refused',
      );
      return await finish(db, message, now());
    }
    log.warn({ err: error, id: message.id }, 'a mail could not be sent, trying again');
    return await retry(db, message, now(), null);
  }
  await finish(db, message, now());
}

/** Retries a message with growing delays, until it has expired or has failed too often. */
async function retry(
  db: Queryable,
  message: ClaimedMessage,
  now: Date,
  afterSeconds: number | null,
): Promise<void> {
  const doubled = Math.min(firstRetryMs * 2 ** (message.attempts - 1), longestRetryMs);
  const wait = Math.max(doubled, (afterSeconds ?? 0) * 1000);
  const until = new Date(now.getTime() + wait);
  if (message.attempts >= maxAttempts || until >= message.expiresAt) {
    return await finish(db, message, now);
  }
  await postpone(db, message, until);
}
