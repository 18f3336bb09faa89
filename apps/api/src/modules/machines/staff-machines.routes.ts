import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { defaultPageLimit } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/machines/staff-machines';
import type { StaffMachine, StaffRejectedMessage } from '@tanren/contract/machines/staff-machines';
import { toKilograms } from '@tanren/domain/workouts/loads';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { describeFeel } from './machine-offsets.service.ts';
import type { LinkNotifications } from './link-notifications.ts';
import { readRejectedPage, type RejectedRow } from './rejected-messages.ts';
import {
  addStaffMachine,
  readMachine,
  readMachinePage,
  renewStaffSecret,
  retireStaffMachine,
  setInspection,
} from './staff-machines.service.ts';
import type { DescribedMachine } from './staff-machines.store.ts';

function toStaffMachine(machine: DescribedMachine): StaffMachine {
  const { minLoadHg, maxLoadHg, loadStepHg, rejected, offset, ...rest } = machine;
  const { inspectionSince, inspectionNote, ...shown } = rest;
  return {
    ...shown,
    minLoad: toKilograms(minLoadHg),
    maxLoad: toKilograms(maxLoadHg),
    loadStep: toKilograms(loadStepHg),
    lastSeenAt: machine.lastSeenAt?.toISOString() ?? null,
    rejectedToday: rejected,
    createdAt: machine.createdAt.toISOString(),
    retiredAt: machine.retiredAt?.toISOString() ?? null,
    ...describeShownOffset(offset),
    ...describeMove(offset),
    ...(inspectionSince && {
      inspection: { since: inspectionSince.toISOString(), note: inspectionNote ?? '' },
    }),
  };
}

function describeShownOffset(
  offset: DescribedMachine['offset'],
): Pick<StaffMachine, 'offsetPercent'> {
  if (offset === null || describeFeel(offset) === null) return {};
  return { offsetPercent: toPercent(offset.mean) };
}

function describeMove(offset: DescribedMachine['offset']): Pick<StaffMachine, 'moved'> {
  const { moved = null, movedSince = null } = offset ?? {};
  if (moved === null || movedSince === null) return {};
  return { moved: { percent: toPercent(moved), sinceDay: movedSince } };
}

/** Returns the percent of a change that is given as a logarithm, with one decimal. */
function toPercent(logarithm: number): number {
  return Math.round(Math.expm1(logarithm) * 1000) / 10;
}

function toRejectedMessage({
  micros: _micros,
  receivedAt,
  ...row
}: RejectedRow): StaffRejectedMessage {
  return { ...row, receivedAt: receivedAt.toISOString() };
}

interface StaffMachineOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly notifyEnded: LinkNotifications['ended'];
}

export const staffMachineRoutes: FastifyPluginAsyncTypebox<StaffMachineOptions> = async (
  app,
  { now, lockAccount, notifyEnded },
) => {
  app.route({
    ...contract.listStaffMachines,
    handler: async ({ db, query }) => {
      const { limit = defaultPageLimit, ...request } = query;
      const { items, nextCursor } = await readMachinePage(db, { ...request, limit }, now());
      return { items: items.map(toStaffMachine), nextCursor };
    },
  });

  app.route({
    ...contract.getStaffMachine,
    handler: async ({ db, params }) =>
      toStaffMachine(await readMachine(db, params.machineId, now())),
  });

  app.route({
    ...contract.createMachine,
    handler: async ({ db, identity, body }, reply) => {
      const { machine, secret } = await addStaffMachine(db, lockAccount, identity.sub, body, now());
      return await reply.code(201).send({ machine: toStaffMachine(machine), secret });
    },
  });

  app.route({
    ...contract.renewMachineSecret,
    handler: async ({ db, identity, params }) => {
      const { machineId } = params;
      const renewed = await renewStaffSecret(db, lockAccount, identity.sub, machineId, now());
      return { machine: toStaffMachine(renewed.machine), secret: renewed.secret };
    },
  });

  app.route({
    ...contract.retireMachine,
    handler: async ({ db, afterCommit, identity, params: { machineId } }) => {
      const retired = await retireStaffMachine(db, lockAccount, identity.sub, machineId, now());
      const { machine, ended } = retired;
      if (ended.length > 0) await afterCommit(() => notifyEnded(ended));
      return toStaffMachine(machine);
    },
  });

  app.route({
    ...contract.setMachineInspection,
    handler: async ({ db, identity, params: { machineId }, body }) => {
      const change = { staffSub: identity.sub, machineId, ...body };
      return toStaffMachine(await setInspection(db, lockAccount, change, now()));
    },
  });

  app.route({
    ...contract.listRejectedMessages,
    handler: async ({ db, query }) => {
      const { limit = defaultPageLimit, ...request } = query;
      const { items, nextCursor } = await readRejectedPage(db, { ...request, limit });
      return { items: items.map(toRejectedMessage), nextCursor };
    },
  });
};
