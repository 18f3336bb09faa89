import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import type { FindAddresses, MailParts } from '#mail/mail-rounds.ts';
import type { PlainMail } from '#mail/mail-words.ts';
import type { Mailer } from '#mail/mailer.ts';
import type { AddUnsubscribe } from '#mail/unsubscribe.ts';
import { purgeErasures } from '#modules/identity/accounts.service.ts';
import { purgeIdempotencyKeys } from '#http/idempotency-keys.ts';
import { purgeLiveTickets } from '#modules/machines/live-tickets.service.ts';
import { purgeRateLimitWindows } from '#http/rate-limits/rate-limit-windows.ts';
import { purgeDoorEntries } from '#modules/booking/door/door-entries.store.ts';
import { purgeDoorRequests } from '#modules/booking/door/gym-door.store.ts';
import { purgeGuardianConsents } from '#modules/memberships/guardians/guardian-consents.store.ts';
import { createGuardianMails } from '#modules/memberships/guardians/guardian-mails.service.ts';
import {
  createMembershipMails,
  deleteOldAddresses,
} from '#modules/memberships/membership-mails.service.ts';
import { purgeHealthChecks } from '#modules/memberships/health-checks.member-data.ts';
import { purgeDebitAccounts } from '#modules/memberships/dues/dues.member-data.ts';
import { purgeMemberships } from '#modules/memberships/memberships.member-data.ts';
import { purgeAuditLog } from '#modules/staff/staff-audit-log.store.ts';
import { updateMachineOffsets } from '#modules/machines/machine-offsets.service.ts';
import { updateMachineWaits } from '#modules/machines/waits/machine-waits.service.ts';
import { releaseIdleLinks } from '#modules/machines/tanren-connection.service.ts';
import { purgeLinkFailures } from '#modules/machines/link-attempts.ts';
import type { LinkNotifications } from '#modules/machines/link-notifications.ts';
import { purgeHolds } from '#modules/machines/holds/machine-holds.store.ts';
import { purgeEndedLinks } from '#modules/machines/tanren-connection.store.ts';
import { purgeTrainerCodeFailures } from '#modules/trainers/trainer-code-guesses.ts';
import { purgeTrainerCodes } from '#modules/trainers/trainer-connection-code.store.ts';
import { purgeEndedTrainerLinks } from '#modules/trainers/trainer-links.store.ts';
import { purgeTrainerViews, viewRetentionDays } from '#modules/trainers/trainer-views.ts';
import {
  createGymCancellationMails,
  createOfferMails,
} from '#modules/booking/reservation-mails.service.ts';
import { deletePastAddresses } from '#modules/booking/reservation-mails.store.ts';
import { purgeEndedWaits } from '#modules/booking/reservation-waits.store.ts';
import { purgeDepartedVisits } from '#modules/booking/training-reservations.member-data.ts';
import { promoteDueWaiters } from '#modules/booking/promote-waiters.ts';
import {
  purgeRankings,
  rebuildRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { healthCheckDays } from '@tanren/domain/memberships/health-check';
import {
  claimableMs,
  claimWaitsMs,
  rejectionUndoMs,
} from '@tanren/domain/workouts/workout-records';
import { purgeUnclaimed } from '#modules/workouts/records/claims.store.ts';
import { restoreMeasuredSets } from '#modules/workouts/records/member-corrections.service.ts';
import { purgeRejectedRecords } from '#modules/workouts/records/rejections.store.ts';
import { purgeRejected } from '#modules/workouts/ingest/rejected-messages.store.ts';
import { repeatTask } from './repeat-task.ts';

interface HousekeepingParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly notifications: LinkNotifications;
  readonly mailer: Mailer;
  readonly findAddresses: FindAddresses;
  /** Public address of the app, for links in mails. */
  readonly publicUrl: URL;
  readonly log: FastifyBaseLogger;
  /** Called for each gym in which seats were offered or offers ended. */
  readonly onSlotsChanged: (gymId: number) => void;
  /** Called with the machines whose holds are over. */
  readonly onMachinesChanged: (machineIds: readonly number[]) => Promise<void>;
  readonly addUnsubscribe: AddUnsubscribe;
  readonly onMailsDue?: MailParts['onMailsDue'];
}

const dayMs = 24 * 60 * 60 * 1000;
/** A machine that was cut off may send the workouts of a link long after it ended. */
const retentionDays = 90;
/** Maximum lifetime of a token of Amazon Cognito is a day. One more day allows for wrong clocks. */
const longestTokenDays = 2;

/** Hour in Japan in which few members train. */
const quietHour = '04';

/** Number of days after which an undelivered mail is given up. */
const mailDays = 7;

/**
 * Changes to what earlier releases stored. Each finds what remains, changes it in small
 * transactions, and is removed one release later.
 */
export const backfills: readonly ((db: Database, now: Date) => Promise<void>)[] = [
  async (db, now) => await restoreMeasuredSets(db, rebuildRankings, now),
];

/** Starts the repeated tasks of a node. The returned function ends them. */
export function startHousekeeping(parts: HousekeepingParts): () => Promise<void> {
  const { db, now, notifications, mailer, publicUrl, log, onSlotsChanged, onMailsDue } = parts;
  const { addUnsubscribe, findAddresses, onMachinesChanged } = parts;
  const sendMail = (mail: PlainMail) => mailer.send(mail);
  const mailing = { sendMail, findAddresses, addUnsubscribe, publicUrl, onMailsDue };
  const mailParts = { db, now, log, ...mailing };
  const mailOffers = createOfferMails(mailParts);
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const before = (days: number) => new Date(now().getTime() - days * dayMs);
  const stops = [
    repeatTask(
      {
        name: 'release idle links',
        everyMs: 30_000,
        run: async () => await notifications.ended(await releaseIdleLinks(db, now())),
      },
      log,
    ),
    repeatTask(
      {
        name: 'delete holds that are over',
        everyMs: 30_000,
        async run() {
          await onMachinesChanged(await purgeHolds(db, now()));
        },
      },
      log,
    ),
    repeatTask(
      {
        name: 'offer freed seats and mail the offers',
        everyMs: 5000,
        async run() {
          for (const gymId of await promoteDueWaiters(db, now())) onSlotsChanged(gymId);
          await mailOffers();
        },
      },
      log,
    ),
    // This task is separate from the offers: a closed day may have hundreds of mails, and an offer
    // lasts ten minutes.
    repeatTask(
      {
        name: 'mail cancellations by the gym',
        everyMs: 5000,
        run: createGymCancellationMails(mailParts),
      },
      log,
    ),
    repeatTask(
      { name: 'mail steps of memberships', everyMs: 5000, run: createMembershipMails(mailParts) },
      log,
    ),
    repeatTask({ name: 'mail guardians', everyMs: 5000, run: createGuardianMails(mailParts) }, log),
    repeatTask(
      {
        name: 'delete bouts that nobody claimed',
        everyMs: 60_000,
        // A machine may still be sending its oldest workout, so a day is added.
        run: async () =>
          await purgeUnclaimed(db, {
            storedSince: ago(claimableMs),
            knownSince: ago(claimWaitsMs + dayMs),
          }),
      },
      log,
    ),
    repeatTask(
      {
        name: 'continue the backfills',
        everyMs: 60_000,
        async run() {
          for (const backfill of backfills) await backfill(db, now());
        },
      },
      log,
    ),
    repeatTask(
      {
        name: 'update the offsets of machines',
        everyMs: 60 * 60 * 1000,
        async run() {
          if (toGymTime(now()).slice(11, 13) === quietHour) await updateMachineOffsets(db, now());
        },
      },
      log,
    ),
    repeatTask(
      {
        name: 'update the waits for machines',
        everyMs: 60 * 60 * 1000,
        run: async () => await updateMachineWaits(db, now()),
      },
      log,
    ),
    repeatTask(
      {
        name: 'purge what has had its time',
        everyMs: 60 * 60 * 1000,
        async run() {
          await purgeLiveTickets(db, now());
          await purgeRateLimitWindows(db);
          await purgeIdempotencyKeys(db);
          await purgeLinkFailures(db, before(1));
          await purgeEndedLinks(db, before(retentionDays));
          await purgeRejected(db, before(retentionDays));
          await purgeRejectedRecords(db, ago(rejectionUndoMs));
          await purgeDoorRequests(db, before(retentionDays));
          await purgeDoorEntries(db, before(retentionDays));
          await purgeEndedWaits(db, before(retentionDays));
          await purgeDepartedVisits(db, now());
          await deletePastAddresses(db, now());
          await deleteOldAddresses(db, before(mailDays));
          await purgeMemberships(db, now());
          await purgeGuardianConsents(db, now());
          await purgeDebitAccounts(db, now());
          await purgeHealthChecks(db, before(healthCheckDays));
          await purgeRankings(db, now());
          await purgeAuditLog(db);
          await purgeErasures(db, before(longestTokenDays));
          await purgeTrainerCodes(db, now());
          await purgeTrainerCodeFailures(db, before(retentionDays));
          await purgeTrainerViews(db, before(viewRetentionDays));
          await purgeEndedTrainerLinks(db, before(viewRetentionDays));
        },
      },
      log,
    ),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
