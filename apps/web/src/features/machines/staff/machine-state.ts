import type { StaffMachine } from '@tanren/contract/machines/staff-machines';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats the time since the last message of a machine in words. */
export function describeLastSeen(lastSeenAt: string | null, now: number): string {
  if (lastSeenAt === null) return '通信なし';
  // The server's clock may be a little ahead of the device's.
  const ago = Math.max(0, now - Date.parse(lastSeenAt));
  if (ago < minuteMs) return 'たった今';
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)}分前`;
  if (ago < dayMs) return `${Math.floor(ago / hourMs)}時間前`;
  return `${Math.floor(ago / dayMs)}日前`;
}

type MachineState = 'retired' | 'offline' | 'in-use' | 'online';

/**
 * Returns the state of a machine. A link can outlive the connection for minutes, so offline takes
 * precedence over in use.
 */
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
  online: 'オンライン',
} as const satisfies Record<MachineState, string>;
