import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { UserPoolOptions } from '@tanren/user-pool/pool/pool-context';
import { AppError } from '#http/app-error.ts';
import type { Database, Transaction } from '#db/database.ts';
import { openMemberAccounts } from '#embedded/accounts.ts';
import {
  addMachine,
  MachineError,
  renewSecret,
  retireMachine,
} from '#modules/machines/machines.service.ts';
import { staffAuditLogRoutes } from '#modules/staff/staff-audit-log.routes.ts';
import { staffBoardRoutes } from '#modules/booking/board/staff-board.routes.ts';
import { staffGymRoutes } from '#modules/gyms/staff-gyms.routes.ts';
import { staffInformationRoutes } from '#modules/members/staff-announcements.routes.ts';
import { staffMembershipRoutes } from '#modules/memberships/staff-memberships.routes.ts';
import { staffMachineRoutes } from '#modules/machines/staff-machines.routes.ts';
import type { MachineRegistry } from '#modules/machines/staff-machines.service.ts';
import { requireMember } from '#modules/staff/find-members.service.ts';
import { staffMemberRoutes } from '#modules/staff/staff-members.routes.ts';
import { staffWorkoutRoutes } from '#modules/workouts/records/staff-workouts.routes.ts';
import { viewMember } from '#modules/staff/staff-members.service.ts';
import { staffCorrectionRoutes } from '#modules/workouts/records/staff-workout-corrections.routes.ts';
import { staffReportRoutes } from '#modules/menus/staff-menu-reports.routes.ts';
import type { LinkNotifications } from '#modules/machines/link-notifications.ts';
import { endMachineLink } from '#modules/machines/tanren-connection.store.ts';
import { followGymRules } from '#modules/booking/gym-cancellations.service.ts';
import { readDaySlots } from '#modules/booking/reservation-slots.service.ts';
import { cancelUncovered } from '#modules/booking/uncovered-reservations.ts';
import { addWalkIn } from '#modules/booking/walk-ins.ts';
import { hideSession, restoreSession } from '#modules/menus/menu-moderation.ts';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import { type BoardChanges, tellBoards } from './board-changes.ts';
import { eraseMember } from './member-data.ts';
import { createMemberCorrections, createMemberWorkouts } from './member-records.ts';

/** The machines as staff change them in the app; the command line does the same. */
function createMachineRegistry(notifications: Pick<LinkNotifications, 'ended'>): MachineRegistry {
  return {
    add: async (tx, order, now) => {
      const { machine, secret } = await orProblem(addMachine(tx, order, now));
      return { id: machine.id, secret };
    },
    renewSecret: async (tx, id) => (await orProblem(renewSecret(tx, id))).secret,
    retire: async (tx, id, now) => {
      await orProblem(retireMachine(tx, id, now));
      const ended = await endMachineLink(tx, id, 'retired', now);
      return async () => await notifications.ended(ended);
    },
  };
}

async function orProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    const { fault, message } = error;
    if (fault === 'absent') throw new AppError('not_found', { cause: error });
    throw new AppError('invalid_request', {
      fields: [{ path: `/${fault}`, in: 'body', message }],
      cause: error,
    });
  }
}

interface StaffParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
  /** Null when accounts live in Amazon Cognito. */
  readonly pool: UserPoolOptions | null;
  readonly notifications: LinkNotifications;
  readonly boards: BoardChanges;
  /** Where staff's pages come from. */
  readonly findOrigin: () => URL;
}

/** What staff do: most of it is other modules' work, handed over here. */
export const staffRoutes: FastifyPluginAsyncTypebox<StaffParts> = async (
  app,
  { db, now, holdAccount, pool, notifications, boards, findOrigin },
) => {
  const common = { db, now, holdAccount };
  const accounts = pool === null ? null : openMemberAccounts(pool);
  const findMember = async (tx: Transaction, sub: string) => await requireMember(tx, accounts, sub);
  const registry = createMachineRegistry(notifications);
  const moderation = { hide: hideSession, restore: restoreSession };
  const records = createMemberWorkouts(notifications.replanned);
  const cancellations = {
    cancelUncovered: tellBoards(boards, cancelUncovered),
    followGymRules: async (...change: Parameters<typeof followGymRules>) => {
      const lost = await followGymRules(...change);
      boards.changing(change[1].after.gym.id);
      return lost;
    },
  };
  await app.register(staffAuditLogRoutes, { db });
  await app.register(staffInformationRoutes, { db, now });
  await app.register(staffGymRoutes, { db, now, ...cancellations });
  await app.register(staffBoardRoutes, {
    ...common,
    readDaySlots,
    findMember,
    addWalkIn,
    findOrigin,
    onBoardChanged: boards.changed,
  });
  await app.register(staffMachineRoutes, { ...common, registry });
  await app.register(staffReportRoutes, { ...common, moderation });
  await app.register(staffMembershipRoutes, {
    ...common,
    cancelUncovered: cancellations.cancelUncovered,
    findMember,
    viewMember: async (view, at, read) =>
      await viewMember({ db, holdAccount, accounts }, view, at, read),
  });
  await app.register(staffMemberRoutes, { ...common, accounts, eraseMember });
  await app.register(staffWorkoutRoutes, { ...common, accounts, records });
  await app.register(staffCorrectionRoutes, {
    ...common,
    corrections: createMemberCorrections(notifications.replanned),
  });
};
