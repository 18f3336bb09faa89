import { sql } from 'drizzle-orm';
import { advisoryLocks } from '#db/advisory-locks.ts';
import type { Transaction } from '#db/database.ts';
import { recordErasure } from '#modules/identity/accounts.service.ts';
import { idempotencyKeyData } from '#http/idempotency-keys.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { gymDoorData } from '#modules/booking/door/gym-door.store.ts';
import { calendarFeedData } from '#modules/booking/calendar/calendar-feeds.service.ts';
import { notificationData } from '#modules/members/notifications/notifications.member-data.ts';
import { membershipData } from '#modules/memberships/memberships.member-data.ts';
import { staffAuditLogData } from '#modules/staff/staff-audit-log.service.ts';
import { tanrenConnectionData } from '#modules/machines/tanren-connection.member-data.ts';
import { termsAgreementData } from '#modules/members/terms-agreements.service.ts';
import { trainerLinkData } from '#modules/trainers/trainer-links.member-data.ts';
import { trainingReservationData } from '#modules/booking/training-reservations.member-data.ts';
import { trainingSessionData } from '#modules/menus/menus.member-data.ts';
import { trainingSessionRunData } from '#modules/menus/menu-runs.member-data.ts';
import { userInfoData } from '#modules/members/userinfo.store.ts';
import { workoutRankingData } from '#modules/workouts/ranking/workout-ranking.service.ts';
import { workoutData } from '#modules/workouts/workouts.member-data.ts';

/** Every module that keeps something about members, in the order of the export. */
const memberData: readonly MemberData[] = [
  userInfoData,
  termsAgreementData,
  workoutData,
  tanrenConnectionData,
  trainingSessionData,
  trainingSessionRunData,
  membershipData,
  trainingReservationData,
  gymDoorData,
  workoutRankingData,
  calendarFeedData,
  notificationData,
  trainerLinkData,
  staffAuditLogData,
  idempotencyKeyData,
];

/**
 * All of them again, in the order in which others lock: links, slots, sessions, runs, profile,
 * rankings. Workouts lock the links and come before them, because by a link one finds what was
 * rejected. Sessions come before runs: whoever starts one holds the session, then the runs.
 * A trainer who writes for a member holds their link, then the rest: links come before sessions.
 * Memberships come after reservations, which lock the member.
 * While the links are locked no workout can be stored under a run that is about to go.
 */
const erased: readonly MemberData[] = [
  workoutData,
  tanrenConnectionData,
  trainerLinkData,
  trainingReservationData,
  membershipData,
  trainingSessionData,
  trainingSessionRunData,
  userInfoData,
  workoutRankingData,
  termsAgreementData,
  gymDoorData,
  calendarFeedData,
  notificationData,
  staffAuditLogData,
  idempotencyKeyData,
];

export const memberExports: readonly ExportPart[] = memberData.flatMap((data) => data.exports);

/**
 * Erases what we keep about a member; the account itself is its user pool's to delete. One after
 * the other: of two members who did each other's sessions, each would hold the other's run, which
 * forgets its session, and wait for its own.
 */
export async function eraseMember(tx: Transaction, sub: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.memberErasure})`);
  for (const data of erased) await data.erase(tx, sub);
  await recordErasure(tx, sub);
}

/** A calendar address that a lost phone has made must not outlive the sign-ins of that phone. */
export async function endShares(tx: Transaction, sub: string): Promise<void> {
  await calendarFeedData.erase(tx, sub);
}
