import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import {
  endLinksOnSignOut,
  memberPlans,
  openHoldNotifications,
  openLinkNotifications,
} from '#composition/machine-links.ts';
import { eraseMember, listMemberExports } from '#composition/member-data.ts';
import { openCancellations } from '#composition/reservation-cancellations.ts';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { poolAccountParts } from '#embedded/account-export.ts';
import { lockAccount, openAccountDevices, openMemberAccounts } from '#embedded/accounts.ts';
import { createIssueCode } from '#embedded/user-pool.ts';
import { openIdentityCheck } from '#http/auth/identity-check.ts';
import { findPublicOrigin } from '#http/request-address.ts';
import { openUnsubscriptions } from '#mail/unsubscribe.ts';
import { findBoardChanges } from '#modules/booking/board/board-changes.ts';
import { staffBoardRoutes } from '#modules/booking/board/staff-board.routes.ts';
import {
  calendarFeedRoutes,
  memberCalendarRoutes,
} from '#modules/booking/calendar/calendar-feeds.routes.ts';
import { deriveDoorKey } from '#modules/booking/door/door-secrets.ts';
import { gymDoorRoutes } from '#modules/booking/door/gym-door.routes.ts';
import { trainingReservationRoutes } from '#modules/booking/training-reservations.routes.ts';
import { gymCrowdRoutes } from '#modules/gyms/gym-crowd.routes.ts';
import { gymRoutes } from '#modules/gyms/gyms.routes.ts';
import { legalNoticeRoutes, staffLegalNoticeRoutes } from '#modules/gyms/legal-notices.routes.ts';
import { staffGymRoutes } from '#modules/gyms/staff-gyms.routes.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { deviceRoutes } from '#modules/identity/devices.routes.ts';
import { nativeSessionRoutes } from '#modules/identity/native-sessions.routes.ts';
import { gymFloorRoutes } from '#modules/machines/gym-floor.routes.ts';
import { machineHoldRoutes } from '#modules/machines/holds/machine-holds.routes.ts';
import { machineWaitRoutes } from '#modules/machines/waits/machine-waits.routes.ts';
import { staffMachineRoutes } from '#modules/machines/staff-machines.routes.ts';
import { tanrenConnectionRoutes } from '#modules/machines/tanren-connection.routes.ts';
import { announcementRoutes } from '#modules/members/announcements.routes.ts';
import { tokenAccountPart } from '#modules/members/export-files.service.ts';
import { memberExportRoutes } from '#modules/members/member-export.routes.ts';
import {
  notificationRoutes,
  unsubscriptionRoutes,
} from '#modules/members/notifications/notifications.routes.ts';
import type { Onboarding } from '#modules/members/onboarding.service.ts';
import { staffAnnouncementRoutes } from '#modules/members/staff-announcements.routes.ts';
import { termsAgreementRoutes } from '#modules/members/terms-agreements.routes.ts';
import { userInfoRoutes } from '#modules/members/userinfo.routes.ts';
import { deriveHealthKey } from '#modules/memberships/health-answers.ts';
import { membershipConfirmationRoutes } from '#modules/memberships/confirmations/membership-confirmations.routes.ts';
import { deriveDebitKey } from '#modules/memberships/dues/debit-accounts.service.ts';
import { duesRoutes } from '#modules/memberships/dues/dues.routes.ts';
import { guardianConsentRoutes } from '#modules/memberships/guardians/guardian-consents.routes.ts';
import {
  healthCheckRoutes,
  staffHealthCheckRoutes,
} from '#modules/memberships/health-checks.routes.ts';
import { membershipRoutes } from '#modules/memberships/memberships.routes.ts';
import { staffMembershipRoutes } from '#modules/memberships/staff-memberships.routes.ts';
import { trainingSessionRunRoutes } from '#modules/menus/runs/menu-runs.routes.ts';
import {
  menuSearchRoutes,
  trainedMenuRoutes,
  trainingSessionRoutes,
} from '#modules/menus/menus.routes.ts';
import { isMachineDue } from '#modules/menus/runs/next-machines.service.ts';
import { staffReportRoutes } from '#modules/menus/staff-menu-reports.routes.ts';
import { todaysMenuRoutes } from '#modules/menus/todays-menu.routes.ts';
import { staffAuditLogRoutes } from '#modules/staff/staff-audit-log.routes.ts';
import { staffMemberRoutes } from '#modules/staff/staff-members.routes.ts';
import { chosenLoadRoutes } from '#modules/trainers/chosen-loads.routes.ts';
import { trainerConnectionCodeRoutes } from '#modules/trainers/trainer-connection-code.routes.ts';
import {
  trainerMemberRecordRoutes,
  trainerMemberRoutes,
} from '#modules/trainers/trainer-members.routes.ts';
import { workoutRankingRoutes } from '#modules/workouts/ranking/workout-ranking.routes.ts';
import {
  updateProfileRankings,
  rankWorkouts,
  rebuildRankings,
} from '#modules/workouts/ranking/workout-ranking.service.ts';
import { deriveClaimKey } from '#modules/workouts/records/claims.store.ts';
import { recordRoutes } from '#modules/workouts/records/records.routes.ts';
import { staffCorrectionRoutes } from '#modules/workouts/records/staff-workout-corrections.routes.ts';
import { staffWorkoutRoutes } from '#modules/workouts/records/staff-workouts.routes.ts';
import { workoutStrengthRoutes } from '#modules/workouts/strength/workout-strength.routes.ts';
import { trainingStatusRoutes } from '#modules/workouts/training-status.routes.ts';
import { workoutHistoryRoutes } from '#modules/workouts/workout-history.routes.ts';
import { workoutLoadRoutes } from '#modules/workouts/workout-loads.routes.ts';
import { workoutTypeRoutes } from '#modules/workouts/workout-types.routes.ts';
import { workoutRoutes } from '#modules/workouts/workouts.routes.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import type { PushService } from '#push/push-service.ts';

export type ApiScope = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export interface ProductParts {
  readonly config: Config;
  readonly db: Database;
  readonly now: () => Date;
  /** Finds out whether a member has completed the profile and agreed to the terms. */
  readonly onboarding: Onboarding;
  /** The embedded user pool. `null` when accounts live in Amazon Cognito. */
  readonly userPool: UserPoolOptions | null;
  /** The key that creates and finds trainers' connection codes. It is the same on every node. */
  readonly trainerCodeKey: Buffer;
  /** The connection to the machines. The code that opened it also closes it, after the app. */
  readonly bus: MessageBus;
  /** The connection to the push services of members' browsers. */
  readonly push: PushService;
}

/** Returns a lock that does nothing for accounts in another pool, which cannot be locked here. */
export function chooseLockAccount(pool: UserPoolOptions | null): LockAccount {
  return pool === null ? async () => {} : lockAccount;
}

/** Registers the calls that need no token. */
export async function registerOpenCalls(scope: ApiScope, parts: ProductParts): Promise<void> {
  const { now, config, trainerCodeKey, userPool } = parts;
  const unsubscriptions = openUnsubscriptions(trainerCodeKey, config.publicUrl);
  await scope.register(announcementRoutes, { now });
  await scope.register(legalNoticeRoutes);
  await scope.register(calendarFeedRoutes, { now, publicUrl: config.publicUrl });
  await scope.register(unsubscriptionRoutes, { unsubscriptions });
  const lock = chooseLockAccount(userPool);
  await scope.register(guardianConsentRoutes, { now, lockAccount: lock });
}

/** Registers the calls of members, trainers and staff, in the order of the API's document. */
export async function registerMemberCalls(scope: ApiScope, parts: ProductParts): Promise<void> {
  const { userPool, trainerCodeKey, onboarding, db, bus, now, config, push } = parts;
  const { publicUrl } = config;
  const common = { now, lockAccount: chooseLockAccount(userPool) };
  const linkParts = { db, bus, plans: memberPlans, now, log: scope.log };
  const notifications = openLinkNotifications(linkParts);
  const holdNotifications = openHoldNotifications({ db, bus, now, log: scope.log });
  const notifyMachine = async (sub: string): Promise<void> => {
    await notifications.replanned(sub);
    await holdNotifications.replanned(sub, isMachineDue, now());
  };
  const boards = findBoardChanges(bus, scope.log);
  const cancellations = openCancellations(boards);
  const { cancelUncoveredReservations } = cancellations;
  const findOrigin = () => findPublicOrigin(config, scope);
  const pool =
    userPool === null ? null : { ...userPool, onSignedOut: endLinksOnSignOut(linkParts) };
  const accounts = pool === null ? null : openMemberAccounts(pool);
  const devices = pool === null ? null : openAccountDevices(pool);
  const accountParts = pool === null ? [tokenAccountPart] : poolAccountParts;

  await scope.register(userInfoRoutes, {
    ...common,
    updateProfileRankings,
    eraseMember,
    onboarding,
  });
  await scope.register(termsAgreementRoutes, common);
  const healthKey = deriveHealthKey(trainerCodeKey);
  const debitKey = deriveDebitKey(trainerCodeKey);
  const exported = [...accountParts, ...listMemberExports({ healthKey, debitKey })];
  await scope.register(memberExportRoutes, { now, parts: exported });
  await scope.register(deviceRoutes, { devices });
  if (pool !== null)
    await scope.register(nativeSessionRoutes, { issueCode: createIssueCode(pool) });
  await scope.register(notificationRoutes, { ...common, push });
  await scope.register(tanrenConnectionRoutes, {
    ...common,
    notifications,
    holdNotifications,
    findSeat: memberPlans.findSeat,
    canReachMachines: () => bus.isConnected(),
    findOrigin,
    checkIdentity: openIdentityCheck(userPool, config.cognito, scope.log),
  });
  await scope.register(machineHoldRoutes, { ...common, isMachineDue, holdNotifications });
  await scope.register(trainingSessionRunRoutes, { ...common, notifyMachine });
  await scope.register(todaysMenuRoutes, { now });
  await scope.register(workoutTypeRoutes);
  await scope.register(workoutLoadRoutes, { now });
  await scope.register(workoutRoutes, { now });
  await scope.register(recordRoutes, {
    ...common,
    claimKey: deriveClaimKey(trainerCodeKey),
    onWorkoutsStored: rankWorkouts,
    onCorrected: rebuildRankings,
    notifyMachine,
  });
  await scope.register(workoutHistoryRoutes, { now });
  await scope.register(workoutStrengthRoutes, { now });
  await scope.register(trainingSessionRoutes, common);
  await scope.register(menuSearchRoutes);
  await scope.register(trainingStatusRoutes, { now });
  await scope.register(workoutRankingRoutes, { now });
  await scope.register(gymRoutes, { now });
  await scope.register(gymDoorRoutes, { ...common, doorKey: deriveDoorKey(trainerCodeKey) });
  await scope.register(gymCrowdRoutes, { now });
  await scope.register(gymFloorRoutes, common);
  await scope.register(membershipRoutes, { ...common, cancelUncoveredReservations });
  await scope.register(membershipConfirmationRoutes, common);
  await scope.register(healthCheckRoutes, { ...common, healthKey });
  await scope.register(trainingReservationRoutes, { ...common, onSlotsChanged: boards.changed });
  await scope.register(memberCalendarRoutes, { ...common, publicUrl });
  await scope.register(trainerConnectionCodeRoutes, { ...common, notifyMachine, trainerCodeKey });
  await scope.register(trainerMemberRoutes, { ...common, notifyMachine, trainerCodeKey });
  await scope.register(trainerMemberRecordRoutes, { now });
  await scope.register(trainedMenuRoutes, common);
  await scope.register(chosenLoadRoutes, { now, notifyMachine });
  await scope.register(staffAuditLogRoutes);
  await scope.register(staffAnnouncementRoutes, { now });
  await scope.register(staffGymRoutes, { now, ...cancellations });
  await scope.register(staffLegalNoticeRoutes, { now });
  await scope.register(staffBoardRoutes, {
    ...common,
    healthKey,
    accounts,
    findOrigin,
    onBoardChanged: boards.changed,
  });
  await scope.register(staffMachineRoutes, { ...common, notifyEnded: notifications.ended });
  await scope.register(machineWaitRoutes);
  await scope.register(staffReportRoutes, common);
  await scope.register(staffMembershipRoutes, { ...common, accounts, cancelUncoveredReservations });
  await scope.register(duesRoutes, { ...common, accounts, debitKey });
  await scope.register(staffHealthCheckRoutes, { ...common, healthKey });
  await scope.register(staffMemberRoutes, { ...common, accounts, eraseMember });
  await scope.register(staffWorkoutRoutes, { ...common, accounts, notifyMachine });
  await scope.register(staffCorrectionRoutes, { ...common, notifyMachine });
}
