import { randomUUID } from 'node:crypto';
import type { NotificationKind } from '@tanren/domain/members/notifications';
import type { Database } from '#db/database.ts';
import { notificationChoices, pushSubscriptions } from '#db/schema/members.ts';
import type { PlainMail } from '#mail/mail-words.ts';
import { openUnsubscriptions } from '#mail/unsubscribe.ts';
import {
  createOutboxRounds,
  type OutboxParts,
} from '#modules/members/notifications/notification-outbox.ts';
import { listChosenAddresses } from '#modules/members/notifications/notifications.store.ts';
import type { Notification } from '#modules/members/notifications/notification-requests.service.ts';
import { silentLog, testTrainerCodeKey } from '#test/support/app.ts';
import { openTestPushService } from './push-service.ts';

const publicUrl = new URL('https://gym.example/');

/**
 * Opens a push service, a mailbox, and nodes that send due notifications for a database and clock.
 */
export async function openNotifications(db: Database, now: () => Date) {
  const service = await openTestPushService();
  const mails: PlainMail[] = [];
  const openNode = (changes: Partial<OutboxParts> = {}) =>
    createOutboxRounds({
      db,
      push: service.push,
      sendMail: async (mail) => void mails.push(mail),
      addUnsubscribe: openUnsubscriptions(testTrainerCodeKey, publicUrl).add,
      publicUrl,
      findAddresses: listChosenAddresses,
      findLiveSignIns: null,
      now,
      log: silentLog,
      ...changes,
    });

  return {
    service,
    mails,
    openNode,
    /** Returns a notification, by default an announcement that is valid for a day. */
    news: (sub: string, changes: Partial<Notification> = {}): Notification => ({
      sub,
      kind: 'announcement',
      topic: 'announcement-1',
      title: '題',
      body: '本文',
      path: '/informations/1',
      happenedAt: now(),
      usefulUntil: new Date(now().getTime() + 24 * 60 * 60_000),
      ...changes,
    }),
    /** Runs one round of one node. */
    send: openNode(),
    /** Adds a subscribed browser of a member. */
    addBrowser: async (sub: string = randomUUID(), originJti: string | null = null) => {
      const browser = service.newBrowser();
      const { endpoint, keys } = browser;
      const row = { sub, endpoint, ...keys, userAgent: '', originJti, createdAt: now() };
      await db.insert(pushSubscriptions).values(row);
      return { ...browser, sub };
    },
    choose: async (
      sub: string,
      kind: NotificationKind,
      wanted: { push?: boolean; mail?: boolean },
    ) => {
      const { push = true, mail = false } = wanted;
      const email = `${sub}@tanren.example`;
      await db
        .insert(notificationChoices)
        .values({ sub, kind, push, mail, email })
        .onConflictDoUpdate({
          target: [notificationChoices.sub, notificationChoices.kind],
          set: { push, mail },
        });
    },
  };
}
