import type { Mailer } from '#mail/mailer.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { takeDoorMessages } from '#modules/booking/door/door-entries.mqtt.ts';
import { takeMachineDescriptions } from '#modules/machines/machine-descriptions.mqtt.ts';
import { takeMachineUse } from '#modules/machines/machine-use.mqtt.ts';
import { createLastSeen, takeMachineStatus } from '#modules/machines/machines.mqtt.ts';
import { describeLink } from '#modules/machines/link-notifications.ts';
import { relayLiveMessages } from '#modules/machines/tanren-connection.mqtt.ts';
import { rankWorkouts } from '#modules/workouts/ranking/workout-ranking.service.ts';
import { deriveClaimKey } from '#modules/workouts/records/claims.store.ts';
import { takeUnlinkedWorkouts } from '#modules/workouts/ingest/unlinked-workouts.mqtt.ts';
import { takeWorkouts } from '#modules/workouts/ingest/workouts.mqtt.ts';
import { type MessageBus, observeBus } from '#mqtt/message-bus.ts';
import type { Metrics } from '#metrics/metrics.ts';
import type { FindLiveSignIns } from '#embedded/broker/session-checks.ts';
import { openUnsubscriptions } from '#mail/unsubscribe.ts';
import type { PushService } from '#push/push-service.ts';
import { isDatabaseAway } from '#db/database-failure.ts';
import {
  findMachineChanges,
  memberPlans,
  openLinkNotifications,
} from '#composition/machine-links.ts';
import { findBoardChanges } from '#modules/booking/board/board-changes.ts';
import { startHousekeeping } from '#tasks/housekeeping.ts';
import { chooseFindAddresses } from '#tasks/mail-addresses.ts';
import { startNotifications } from '#tasks/notification-tasks.ts';

interface ProductMessageParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly mailer: Mailer;
  readonly config: Pick<Config, 'publicUrl'>;
  /** Key from which the keys of claim codes and unsubscribe links are derived. */
  readonly trainerCodeKey: Buffer;
  readonly metrics?: Metrics | null;
  readonly push: PushService;
  /** `null` when accounts live in Amazon Cognito. */
  readonly userPool: object | null;
  readonly findLiveSignIns?: FindLiveSignIns | null;
}

/** Subscribes to all messages of machines and locks. The returned functions end it. */
export async function takeProductMessages(
  line: MessageBus,
  parts: ProductMessageParts,
  log: FastifyBaseLogger,
): Promise<(() => Promise<void>)[]> {
  const { db, now, mailer, config, metrics = null, trainerCodeKey } = parts;
  const findAddresses = chooseFindAddresses(parts.userPool);
  const lastSeen = createLastSeen({ db, now, log });
  const bus = observeBus(line, lastSeen.recordTopic);
  // An unused machine sends only pings.
  line.onPing?.(lastSeen.note);
  const boards = findBoardChanges(line, log);
  const notifications = openLinkNotifications({ db, bus: line, plans: memberPlans, now, log });
  const changes = findMachineChanges({ db, bus: line, now, log });
  const stored = { db, now, log, isDatabaseAway, onWorkoutsStored: rankWorkouts };
  return [
    lastSeen.stop,
    await takeMachineStatus(bus, {
      db,
      now,
      log,
      describeLink: (machineId) => describeLink(db, memberPlans, machineId, now()),
    }),
    await takeMachineDescriptions(bus, { db, log }),
    await takeMachineUse(bus, { db, now, log, onChanged: changes.inGym }),
    await relayLiveMessages(bus, { db, now, log }),
    await takeWorkouts(bus, { ...stored, observer: metrics }),
    await takeUnlinkedWorkouts(bus, {
      ...stored,
      claimKey: deriveClaimKey(trainerCodeKey),
      observer: metrics,
    }),
    await takeDoorMessages(bus, { db, now, log, onEntered: boards.changed }),
    startHousekeeping({
      db,
      now,
      notifications,
      mailer,
      findAddresses,
      publicUrl: config.publicUrl,
      log,
      onSlotsChanged: boards.changed,
      onMachinesChanged: changes.of,
      addUnsubscribe: openUnsubscriptions(trainerCodeKey, config.publicUrl).add,
      onMailsDue: (queue, length) => metrics?.queueIs(queue, length),
    }),
    startNotifications({ ...parts, findAddresses, log }),
  ];
}

/** Subscribes when the app is ready, and ends when it closes, after the running calls. */
export function takeMessages(
  app: FastifyInstance,
  subscribe: () => Promise<(() => Promise<void>)[]>,
): void {
  let stops: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    stops = await subscribe();
  });
  app.addHook('onClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
}
