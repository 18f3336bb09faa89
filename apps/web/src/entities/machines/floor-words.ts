import type { GymFloor } from '@tanren/contract/machines/gym-floor';
import type { FloorCell, FloorState } from '@tanren/domain/machines/floor';

export type ShownMachine = GymFloor['machines'][number];

/** State of a machine as a member sees it. The member's own machine is `own`. */
export type ShownState = FloorState | 'own';

export const stateNames = {
  free: '空き',
  used: '使用中',
  offline: '接続不可',
  inspection: '点検中',
  own: '接続中',
} as const satisfies Record<ShownState, string>;

export function describeCell({ column, row }: FloorCell): string {
  return `左から${column}・上から${row}`;
}
