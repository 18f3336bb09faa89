import type { Board, BoardVisit } from '@tanren/contract/booking/staff-board';
import { noShowMs } from '@tanren/domain/booking/door';

export type BoardSlot = Board['slots'][number];

const isOver = ({ endsAt }: BoardSlot, now: number) => Date.parse(endsAt) <= now;

/** Splits the slots into past ones and the current and coming ones. */
export function splitSlots({ slots }: Pick<Board, 'slots'>, now: number) {
  return {
    over: slots.filter((slot) => isOver(slot, now)),
    ahead: slots.filter((slot) => !isOver(slot, now)),
  };
}

export function isGoingOn(slot: BoardSlot, now: number): boolean {
  return Date.parse(slot.startsAt) <= now && !isOver(slot, now);
}

export interface BoardCounts {
  /** Number of people. A person who stays for several slots counts once. */
  readonly inside: number;
  readonly expected: number;
  readonly noShows: number;
}

export function countBoard(
  { slots, unreserved }: Pick<Board, 'slots' | 'unreserved'>,
  now: number,
): BoardCounts {
  const inside = new Set(unreserved.map(({ member }) => member));
  const expected = new Set<string>();
  let departed = 0;
  let noShows = 0;
  for (const slot of slots) {
    if (!isOver(slot, now)) departed += slot.departed.length;
    for (const { member, enteredAt, noShow } of slot.visits) {
      if (noShow) noShows += 1;
      else if (!isOver(slot, now)) (enteredAt === null ? expected : inside).add(member);
    }
  }
  // A member who is inside and has reserved another slot is not expected again.
  const awaited = [...expected].filter((member) => !inside.has(member));
  return { inside: inside.size + departed, expected: awaited.length, noShows };
}

const minuteMs = 60_000;
/** Delay in milliseconds, so that the server's clock has also passed the turn. */
const afterMs = 1_000;
/** Maximum interval between two reads in milliseconds, even if nothing is due. */
const longestMs = 5 * minuteMs;

/**
 * Returns the milliseconds until the board changes by the clock alone: a slot starts, ends or
 * becomes a no-show.
 */
export function untilNextTurn({ slots }: Pick<Board, 'slots'>, now: number): number {
  const turns = slots
    .flatMap(({ startsAt, endsAt }) => [
      Date.parse(startsAt),
      Date.parse(startsAt) + noShowMs,
      Date.parse(endsAt),
    ])
    .filter((turn) => turn + afterMs > now)
    .map((turn) => turn + afterMs - now);
  return Math.max(afterMs, Math.min(longestMs, ...turns));
}

/** Returns the board with one visit changed, as it will be after the server has answered. */
export function changeVisit(
  board: Board,
  reservationId: number,
  changes: Partial<BoardVisit>,
): Board {
  return {
    ...board,
    slots: board.slots.map((slot) => ({
      ...slot,
      visits: slot.visits.map((visit) =>
        visit.reservationId === reservationId ? { ...visit, ...changes } : visit,
      ),
    })),
  };
}

/** Text in place of the name of a member who has deleted the account. */
export const departedName = '退会した会員';

export const entryWays = {
  door: '入館コード',
  staff: '手動',
} as const satisfies Record<NonNullable<BoardVisit['enteredBy']>, string>;

/** Formats the seats of a slot as `予約5・空き7・2人待ち`. */
export function describeSlot(slot: BoardSlot, now: number): string {
  const { startsAt, capacity, remaining, waiting } = slot;
  const taken = slot.visits.length + slot.departed.length;
  // A slot that has begun cannot be reserved, so `remaining` is 0. The desk still counts its free
  // seats.
  const free = Date.parse(startsAt) <= now ? capacity - taken : remaining;
  return [
    taken === 0 ? '予約なし' : `予約${taken}`,
    free > 0 ? `空き${free}` : '満席',
    ...(waiting === 0 ? [] : [`${waiting}人待ち`]),
  ].join('・');
}
