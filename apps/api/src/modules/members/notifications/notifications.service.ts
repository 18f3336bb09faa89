import type { NotificationChoice, PushDevice } from '@tanren/contract/members/notifications';
import { nameDevice } from '@tanren/domain/identity/authentication';
import { describeTest } from '@tanren/domain/members/notification-texts';
import {
  maxPushDevices,
  notificationKinds,
  notificationRules,
} from '@tanren/domain/members/notifications';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import { notificationOutbox, type PushSubscriptionRow } from '#db/schema/members.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { areBrowserKeys } from '#push/encrypt-push.ts';
import type { PushService } from '#push/push-service.ts';
import {
  type ChosenKind,
  deleteOldest,
  fingerprint,
  listChoices,
  listSubscriptions,
  putChoice,
  putSubscription,
} from './notifications.store.ts';

/** Returns every kind as the member chose it, or with its default. */
export async function readChoices(db: Queryable, sub: string): Promise<NotificationChoice[]> {
  const chosen = new Map((await listChoices(db, sub)).map((choice) => [choice.kind, choice]));
  return notificationKinds.map(
    (kind) => chosen.get(kind) ?? { kind, ...notificationRules[kind].chosen },
  );
}

export async function choose(
  db: Queryable,
  lockAccount: LockAccount,
  { sub, email = null }: { readonly sub: string; readonly email?: string | null },
  choices: readonly ChosenKind[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    for (const choice of choices) await putChoice(tx, sub, choice, email);
  });
}

interface AddedDevice {
  readonly sub: string;
  readonly originJti: string | null;
  readonly userAgent: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Maximum length of a stored user agent, because clients can send any text. */
const longestUserAgent = 300;

export async function addDevice(
  db: Queryable,
  lockAccount: LockAccount,
  push: Pick<PushService, 'accepts'>,
  { sub, originJti, userAgent, endpoint, keys }: AddedDevice,
  now: Date,
): Promise<PushDevice> {
  const fields = [
    ...(push.accepts(endpoint) ? [] : [fieldError('/endpoint', 'is no address of a push service')]),
    ...(areBrowserKeys(keys) ? [] : [fieldError('/keys', 'are no keys of a browser')]),
  ];
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
  return await db.transaction(async (tx) => {
    await lockAccount(tx, sub);
    const row = await putSubscription(tx, {
      sub,
      endpoint,
      ...keys,
      originJti,
      userAgent: userAgent.replaceAll(/[^ -~]/g, '').slice(0, longestUserAgent),
      createdAt: now,
    });
    await deleteOldest(tx, sub, maxPushDevices);
    return toDevice(row);
  });
}

function fieldError(path: string, message: string) {
  return { path, in: 'body' as const, message };
}

export function toDevice(row: PushSubscriptionRow): PushDevice {
  return {
    id: row.id,
    name: nameDevice(row.userAgent),
    fingerprint: fingerprint(row.endpoint),
    addedAt: row.createdAt.toISOString(),
    lastPushAt: row.lastPushAt?.toISOString() ?? null,
  };
}

/** Lifetime of a test message in milliseconds. It is useful within seconds or not at all. */
const testMs = 5 * 60 * 1000;

/** Queues a test message for every device of the member, and returns the number of devices. */
export async function queueTest(db: Queryable, sub: string, now: Date): Promise<number> {
  const devices = await listSubscriptions(db, sub);
  if (devices.length === 0) return 0;
  const expiresAt = new Date(now.getTime() + testMs);
  const renewed = { dueAt: now, expiresAt, attempts: 0, doneAt: null, ...describeTest() };
  const { sub: member, topic, channel, subscriptionId } = notificationOutbox;
  for (const { id } of devices) {
    await db
      .insert(notificationOutbox)
      .values({ sub, kind: 'test', channel: 'push', subscriptionId: id, topic: 'test', ...renewed })
      .onConflictDoUpdate({ target: [member, topic, channel, subscriptionId], set: renewed });
  }
  return devices.length;
}
