import { createHash } from 'node:crypto';
import type { NotificationKind } from '@tanren/domain/members/notifications';
import { and, asc, desc, eq, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import {
  notificationChoices,
  notificationOutbox,
  pushSubscriptions,
  type PushSubscriptionRow,
  userInfos,
} from '#db/schema/members.ts';

type NewSubscription = Omit<PushSubscriptionRow, 'id' | 'lastPushAt'>;

/**
 * Stores a subscription. A browser that another account used before now belongs to this account.
 */
export async function putSubscription(
  tx: Transaction,
  subscription: NewSubscription,
): Promise<PushSubscriptionRow> {
  const { endpoint, p256dh, auth, userAgent, originJti } = subscription;
  const [before] = await tx
    .select({ id: pushSubscriptions.id, sub: pushSubscriptions.sub })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
    .for('update');
  // Messages that still wait for the browser were for the other account.
  if (before !== undefined && before.sub !== subscription.sub) {
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, before.id));
  }
  const [row] = await tx
    .insert(pushSubscriptions)
    .values(subscription)
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: { p256dh, auth, userAgent, originJti },
    })
    .returning();
  if (row === undefined) throw new Error('an inserted row was not returned');
  return row;
}

/** Deletes all but the newest subscriptions of a member. */
export async function deleteOldest(tx: Transaction, sub: string, max: number): Promise<void> {
  const { id } = pushSubscriptions;
  const newest = tx
    .select({ id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sub, sub))
    .orderBy(desc(id))
    .limit(max);
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sub, sub), notInArray(id, newest)));
}

export async function listSubscriptions(
  db: Queryable,
  sub: string,
): Promise<PushSubscriptionRow[]> {
  return await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.sub, sub))
    .orderBy(asc(pushSubscriptions.id));
}

/** Deletes a subscription. Returns `false` if the member has none with this id. */
export async function deleteSubscription(db: Queryable, sub: string, id: number): Promise<boolean> {
  const { rowCount } = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.sub, sub)));
  return (rowCount ?? 0) > 0;
}

/**
 * Returns a hash by which a device recognises itself, because the endpoint is a secret of the
 * browser.
 */
export function fingerprint(endpoint: string): string {
  return createHash('sha256').update(endpoint).digest('hex').slice(0, 32);
}

export interface ChosenKind {
  readonly kind: NotificationKind;
  readonly push: boolean;
  readonly mail: boolean;
}

export async function listChoices(db: Queryable, sub: string): Promise<ChosenKind[]> {
  const { kind, push, mail } = notificationChoices;
  return await db
    .select({ kind, push, mail })
    .from(notificationChoices)
    .where(eq(notificationChoices.sub, sub));
}

export async function putChoice(
  tx: Transaction,
  sub: string,
  { kind, push, mail }: ChosenKind,
  email: string | null,
): Promise<void> {
  await tx
    .insert(notificationChoices)
    .values({ sub, kind, push, mail, email })
    .onConflictDoUpdate({
      target: [notificationChoices.sub, notificationChoices.kind],
      set: { push, mail, email: sql`coalesce(excluded.email, ${notificationChoices.email})` },
    });
}

/**
 * Turns off mails of a kind and changes nothing else. Repeating the call changes nothing. It writes
 * no row for a member who was erased.
 */
export async function stopMail(
  tx: Transaction,
  sub: string,
  { kind, push }: Pick<ChosenKind, 'kind' | 'push'>,
): Promise<void> {
  const { sub: member } = userInfos;
  const known = await tx.select({ member }).from(userInfos).where(eq(member, sub)).for('key share');
  if (known.length === 0) return;
  await tx
    .insert(notificationChoices)
    .values({ sub, kind, push, mail: false })
    .onConflictDoUpdate({
      target: [notificationChoices.sub, notificationChoices.kind],
      set: { mail: false },
    });
  await tx
    .delete(notificationOutbox)
    .where(
      and(
        eq(notificationOutbox.sub, sub),
        eq(notificationOutbox.kind, kind),
        eq(notificationOutbox.channel, 'mail'),
      ),
    );
}

/**
 * Lists the addresses from the tokens with which members made their choices, for user pools that
 * cannot be queried.
 */
export async function listChosenAddresses(
  db: Queryable,
  subs: readonly string[],
): Promise<Map<string, string>> {
  const { sub, email } = notificationChoices;
  const found = await db
    .select({ sub, email })
    .from(notificationChoices)
    .where(and(sql`${sub} = any(${sql.param([...subs])}::uuid[])`, isNotNull(email)));
  return new Map(found.flatMap((row) => (row.email === null ? [] : [[row.sub, row.email]])));
}
