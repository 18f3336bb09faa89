import { useQuery } from '@tanstack/react-query';
import { useNow } from '#lib/use-now.ts';
import { useOnline } from '#ui/use-online.ts';
import { doorQuery } from './door.queries.ts';
import { type DoorState, readDoorState } from './door-state.ts';

export interface DoorView {
  /** null: no answer yet. */
  readonly state: DoorState | null;
  /** The server cannot be reached: what is shown is from an earlier answer. */
  readonly isCutOff: boolean;
  /** By the server's clock. */
  readonly now: number;
  readonly askAgain: () => void;
}

/** The seconds go by unevenly when they are looked at once a second. */
const lookEveryMs = 250;

export function useDoor(gymId: number): DoorView {
  const { data, isError, refetch } = useQuery(doorQuery(gymId));
  const online = useOnline();
  const now = useNow(lookEveryMs) + (data?.clockOffset ?? 0);
  return {
    state: data === undefined ? null : readDoorState(data.door, now),
    isCutOff: isError || !online,
    now,
    askAgain: () => {
      void refetch();
    },
  };
}
