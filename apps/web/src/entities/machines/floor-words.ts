import type { GymFloor } from '@tanren/contract/machines/gym-floor';
import type { FloorCell, FloorState } from '@tanren/domain/machines/floor';

export type ShownMachine = GymFloor['machines'][number];

/**
 * State of a machine as a member sees it. The member's own machine is `own`. A machine that waits for
 * the member is `waiting`, and one that waits for another member is `held`.
 */
export type ShownState = FloorState | 'own' | 'held' | 'waiting';

export const stateNames = {
  free: '空き',
  used: '使用中',
  held: '予約中',
  waiting: 'とってあります',
  offline: '接続不可',
  inspection: '点検中',
  own: '接続中',
} as const satisfies Record<ShownState, string>;

export function describeCell({ column, row }: FloorCell): string {
  return `左から${column}・上から${row}`;
}
