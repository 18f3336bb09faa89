import { sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/database.ts';
import { recordErasure } from '#modules/identity/accounts.service.ts';
import { idempotencyKeyData } from '#http/idempotency-keys.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { gymDoorData } from '#modules/booking/door/gym-door.store.ts';
import { calendarFeedData } from '#modules/booking/calendar/calendar-feeds.service.ts';
import { notificationData } from '#modules/members/notifications/notifications.member-data.ts';
import { duesData, openDebitAccountPart } from '#modules/memberships/dues/dues.member-data.ts';
import {
  healthCheckData,
  openHealthCheckPart,
} from '#modules/memberships/health-checks.member-data.ts';
import { membershipConfirmationData } from '#modules/memberships/confirmations/membership-confirmations.member-data.ts';
import { membershipData } from '#modules/memberships/memberships.member-data.ts';
import { staffAuditLogData } from '#modules/staff/staff-audit-log.service.ts';
import { tanrenConnectionData } from '#modules/machines/tanren-connection.member-data.ts';
import { termsAgreementData } from '#modules/members/terms-agreements.service.ts';
import { trainerLinkData } from '#modules/trainers/trainer-links.member-data.ts';
import { trainingReservationData } from '#modules/booking/training-reservations.member-data.ts';
import { trainingSessionData } from '#modules/menus/menus.member-data.ts';
import { trainingSessionRunData } from '#modules/menus/runs/menu-runs.member-data.ts';
import { userInfoData } from '#modules/members/userinfo.store.ts';
import { workoutRankingData } from '#modules/workouts/ranking/workout-ranking.service.ts';
import { workoutData } from '#modules/workouts/workouts.member-data.ts';

/** Modules that store data about members, in the order of the export. */
const memberData = {
  userInfoData,
  termsAgreementData,
  workoutData,
  tanrenConnectionData,
  trainingSessionData,
  trainingSessionRunData,
  membershipData,
  membershipConfirmationData,
  duesData,
  healthCheckData,
  trainingReservationData,
  gymDoorData,
  workoutRankingData,
  calendarFeedData,
  notificationData,
  trainerLinkData,
  staffAuditLogData,
  idempotencyKeyData,
} satisfies Readonly<Record<string, MemberData>>;

/**
 * The same modules in the order of their erasure. The type demands every one of them. Each deletion
 * locks its rows, so the modules follow the order in which all other transactions lock: links,
 * slots, menus, runs, profile, rankings. A module whose rows no transaction locks together with
 * those of other modules has any place behind them.
 *
 * Workouts come first: they lock the links and find rejected messages by them. Starting a run locks
 * the menu before the runs, and a trainer's change locks the trainer link before the menus.
 * Memberships come after reservations, which lock the member. While the links are locked, no
 * workout can be stored for a run that is being erased.
 */
const erasureOrder: typeof memberData = {
  workoutData,
  tanrenConnectionData,
  trainerLinkData,
  trainingReservationData,
  membershipConfirmationData,
  membershipData,
  trainingSessionData,
  trainingSessionRunData,
  userInfoData,
  workoutRankingData,
  termsAgreementData,
  gymDoorData,
  calendarFeedData,
  notificationData,
  healthCheckData,
  duesData,
  staffAuditLogData,
  idempotencyKeyData,
};

/** Keys of the parts that are encrypted. */
interface ExportKeys {
  readonly healthKey: Buffer;
  readonly debitKey: Buffer;
}

/** Lists the parts of the export. The keys decrypt the health checks and the bank accounts. */
export function listMemberExports({ healthKey, debitKey }: ExportKeys): readonly ExportPart[] {
  const parts = Object.values(memberData).flatMap((data) => data.exports);
  return [...parts, openHealthCheckPart(healthKey), openDebitAccountPart(debitKey)];
}

/**
 * Erases the data of a member. The user pool deletes the account. Erasures run one after the other,
 * because two members who ran each other's menus would otherwise wait for each other's locks.
 */
export async function eraseMember(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.memberErasure})`);
  for (const data of Object.values(erasureOrder)) await data.erase(tx, sub);
  await recordErasure(tx, sub);
}

/** Deletes the calendar address, which must not outlive the sign-ins of a lost phone. */
export async function endShares(tx: Transaction, sub: string): Promise<void> {
  await calendarFeedData.erase(tx, sub);
}
