import type { StaffMachine } from '@tanren/contract/staff-machines';

export type MachineState = 'retired' | 'offline' | 'in-use' | 'online';

/** A link may outlive the connection for minutes: that the machine is gone matters more. */
export function readMachineState({
  retiredAt,
  online,
  inUse,
}: Pick<StaffMachine, 'retiredAt' | 'online' | 'inUse'>): MachineState {
  if (retiredAt !== null) return 'retired';
  if (!online) return 'offline';
  return inUse ? 'in-use' : 'online';
}

export const machineStateNames = {
  retired: '撤去済み',
  offline: 'オフライン',
  'in-use': '使用中',
  online: '接続中',
} as const satisfies Record<MachineState, string>;
