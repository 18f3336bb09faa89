import type { Mailer } from '#mail/mailer.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import type { FindLiveSignIns } from '#embedded/broker/session-checks.ts';
import type { FindAddresses } from '#mail/mail-rounds.ts';
import { openUnsubscriptions } from '#mail/unsubscribe.ts';
import type { Metrics } from '#metrics/metrics.ts';
import { createOutboxRounds } from '#modules/members/notifications/notification-outbox.ts';
import { purgeNotifications } from '#modules/members/notifications/notification-outbox.store.ts';
import { queueScheduled } from '#modules/members/notifications/scheduled-notifications.ts';
import type { PushService } from '#push/push-service.ts';
import { repeatTask } from './repeat-task.ts';

interface NotificationParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly mailer: Mailer;
  readonly push: PushService;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly trainerCodeKey: Buffer;
  readonly findAddresses: FindAddresses;
  readonly findLiveSignIns?: FindLiveSignIns | null;
  readonly metrics?: Metrics | null;
  readonly log: FastifyBaseLogger;
}

/** Time for which a sent notification is stored, so that it is not sent again. */
const retentionMs = 7 * 24 * 60 * 60 * 1000;

/** Starts reminders and the sending of the outbox on this node. The returned function ends it. */
export function startNotifications(parts: NotificationParts): () => Promise<void> {
  const { db, now, mailer, push, config, trainerCodeKey, metrics = null, log } = parts;
  const { findAddresses, findLiveSignIns = null } = parts;
  const { publicUrl } = config;
  const sendDue = createOutboxRounds({
    db,
    push,
    sendMail: async (mail) => await mailer.send(mail),
    addUnsubscribe: openUnsubscriptions(trainerCodeKey, publicUrl).add,
    publicUrl,
    findAddresses,
    findLiveSignIns,
    now,
    log,
    onPush: (result) => metrics?.pushDone(result),
    onDue: (length) => metrics?.queueIs('notifications', length),
  });
  const tasks = [
    { name: 'send notifications', everyMs: 3000, run: sendDue },
    {
      name: 'find whom to remind',
      everyMs: 20_000,
      run: async () => await queueScheduled(db, now()),
    },
    {
      name: 'purge old notifications',
      everyMs: 60 * 60 * 1000,
      run: async () => await purgeNotifications(db, new Date(now().getTime() - retentionMs)),
    },
  ];
  const stops = tasks.map((task) => repeatTask(task, log));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
