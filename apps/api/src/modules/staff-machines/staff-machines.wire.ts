import type { StaffMachine, StaffRejectedMessage } from '@tanren/contract/staff-machines';
import { toKilograms } from '@tanren/domain/loads';
import type { RejectedRow } from './rejected-messages.store.ts';
import type { DescribedMachine } from './staff-machines.store.ts';

export function toStaffMachine(machine: DescribedMachine): StaffMachine {
  const { minLoadHg, maxLoadHg, loadStepHg, rejected, ...rest } = machine;
  return {
    ...rest,
    minLoad: toKilograms(minLoadHg),
    maxLoad: toKilograms(maxLoadHg),
    loadStep: toKilograms(loadStepHg),
    lastSeenAt: machine.lastSeenAt?.toISOString() ?? null,
    rejectedToday: rejected,
    createdAt: machine.createdAt.toISOString(),
    retiredAt: machine.retiredAt?.toISOString() ?? null,
  };
}

export function toRejectedMessage({
  micros: _micros,
  receivedAt,
  ...row
}: RejectedRow): StaffRejectedMessage {
  return { ...row, receivedAt: receivedAt.toISOString() };
}
