import { useQuery, useQueryClient } from '@tanstack/react-query';
import { notifyError } from '#lib/notifier.ts';
import { useNow } from '#lib/use-now.ts';
import { useOnline } from '#ui/use-online.ts';
import { doorQuery, showCodes } from './door.queries.ts';
import { type DoorState, readDoorState } from './door-state.ts';

export interface DoorView {
  /** null: no answer yet. */
  readonly state: DoorState | null;
  /** The server cannot be reached: what is shown is from an earlier answer. */
  readonly isCutOff: boolean;
  /** By the server's clock. */
  readonly now: number;
  readonly askAgain: () => void;
  /** Of a reservation that can still be given back: the member wants the code instead. */
  readonly show: () => void;
}

/** The seconds go by unevenly when they are looked at once a second. */
const lookEveryMs = 250;

export function useDoor(gymId: number): DoorView {
  const { data, isError, refetch } = useQuery(doorQuery(gymId));
  const queryClient = useQueryClient();
  const online = useOnline();
  const now = useNow(lookEveryMs) + (data?.clockOffset ?? 0);
  return {
    state: data === undefined ? null : readDoorState(data.door, now),
    isCutOff: isError || !online,
    now,
    askAgain: () => {
      void refetch();
    },
    show: () => {
      showCodes(queryClient, gymId).catch(notifyError);
    },
  };
}
