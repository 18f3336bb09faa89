import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import { describeSpan } from '#lib/dates.ts';

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

type MachineState = 'retired' | 'inspection' | 'offline' | 'in-use' | 'online';

/**
 * Returns the state of a machine. A link can outlive the connection for minutes, so offline takes
 * precedence over in use.
 */
export function readMachineState({
  retiredAt,
  online,
  inUse,
  inspection,
}: Pick<StaffMachine, 'retiredAt' | 'online' | 'inUse' | 'inspection'>): MachineState {
  if (retiredAt !== null) return 'retired';
  if (inspection !== undefined) return 'inspection';
  if (!online) return 'offline';
  return inUse ? 'in-use' : 'online';
}

export const machineStateNames = {
  retired: '撤去済み',
  inspection: '点検中',
  offline: 'オフライン',
  'in-use': '使用中',
  online: 'オンライン',
} as const satisfies Record<MachineState, string>;

/** Describes how the loads of a machine have changed: `この2週間で約5%重くなりました`. */
export function describeMove({ percent, sinceDay }: NonNullable<StaffMachine['moved']>): string {
  const size = Math.round(Math.abs(percent));
  return `この${describeSpan(sinceDay)}で約${size}%${percent > 0 ? '重く' : '軽く'}なりました`;
}

/** Describes how a machine differs from others of its type: `ほかのマシンより約4%重め`. */
export function describeOffset(percent: number): string {
  const size = Math.round(Math.abs(percent));
  return `ほかのマシンより約${size}%${percent > 0 ? '重め' : '軽め'}`;
}
