import { holdMachine, releaseMachine } from '@tanren/contract/machines/machine-holds';
import type { NextMachines } from '@tanren/contract/menus/next-machines';
import {
  mutationOptions,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { RouteStep } from '#entities/machines/gym-floor.tsx';
import { refreshMachines } from '#entities/machines/machines.queries.ts';
import { nextMachinesMs, nextMachinesQuery } from '#entities/menus/menus.queries.ts';
import { callApi } from '#lib/api.ts';
import { deviceStorage } from '#lib/browser-storage.ts';
import { useOffline } from '#lib/offline/network.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { toServerTime, useNow } from '#lib/server-time.ts';
import type { WatchedRun } from './menu-run.queries.ts';
import { orderProgress, orderRoute } from './run-progress.ts';

/** A run whose open items are in the order that fits the floor. */
export interface OrderedRun extends WatchedRun {
  /** State of the machines. `null` while it is not known, and then the page shows none. */
  readonly machines: NextMachines | null;
  /** Position of the item that the member wants to do first. `null` for the proposed order. */
  readonly chosen: number | null;
  readonly choose: (position: number | null) => void;
}

/** A state is shown until this many requests in a row have failed. */
const maxMissed = 3;

/**
 * Returns the order of the positions that the server proposes or the member prefers, and the state
 * of the machines. The last known order stays without a network, so that the next machine does not
 * change. `runId` is `null` for whichever run is under way.
 */
function useProposal(runId: number | null, enabled: boolean) {
  const { data, dataUpdatedAt } = useQuery({ ...nextMachinesQuery, enabled });
  const isOffline = useOffline();
  const age = useNow(nextMachinesMs) - toServerTime(dataUpdatedAt);
  const known = enabled && (runId === null || data?.runId === runId) ? (data ?? null) : null;
  const [choice, choose] = useRunChoice(runId ?? known?.runId ?? null);
  const others = known?.order.filter((position) => position !== choice) ?? [];
  const isCurrent = !isOffline && age < maxMissed * nextMachinesMs;
  return {
    positions: choice === null ? others : [choice, ...others],
    machines: isCurrent && known !== null && known.items.length > 0 ? known : null,
    choice,
    choose,
  } as const;
}

/** Puts the open items of the run into the proposed order, or the one that the member prefers. */
export function useRunOrder(followed: WatchedRun | null): OrderedRun | null {
  const { positions, machines, choice, choose } = useProposal(
    followed?.run.runId ?? null,
    followed !== null,
  );
  if (followed === null) return null;
  return {
    ...followed,
    progress: orderProgress(followed.progress, positions),
    machines,
    chosen: choice !== null && followed.progress.order.includes(choice) ? choice : null,
    choose,
  };
}

/** Orders the steps of a menu like the page of its run. A menu that is not under way stays as it is. */
export function useRoute(steps: readonly RouteStep[], isRunning: boolean): readonly RouteStep[] {
  const { positions, machines } = useProposal(null, isRunning);
  return isRunning ? orderRoute(steps, positions, machines) : steps;
}

const choiceKey = 'tanren:run-choice';

interface RunChoice {
  readonly runId: number;
  readonly position: number;
}

/** The member's own choice of the next item, which this device keeps for the run. */
function useRunChoice(runId: number | null) {
  const [choice, setChoice] = useState(() => deviceStorage.readJson(choiceKey) as RunChoice | null);
  const choose = (position: number | null) => {
    if (runId === null || position === null) {
      deviceStorage.remove(choiceKey);
      setChoice(null);
      return;
    }
    deviceStorage.saveJson(choiceKey, { runId, position });
    setChoice({ runId, position });
  };
  return [choice?.runId === runId ? choice.position : null, choose] as const;
}

const holdKey = ['machine-hold'];

function setHold(queryClient: QueryClient, hold: NextMachines['hold']): void {
  queryClient.setQueryData(nextMachinesQuery.queryKey, (known) => known && { ...known, hold });
}

const holdMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: holdKey,
    meta: { errorShownByForm: true },
    mutationFn: (machineId: number) => callApi(holdMachine, { body: { machineId } }),
    onSuccess: async (hold) => {
      // The answer to an earlier request must not remove the hold.
      await queryClient.cancelQueries({ queryKey: nextMachinesQuery.queryKey });
      setHold(queryClient, hold);
    },
    onError: (error) => {
      notifyRejection('マシンをとっておけませんでした', error);
    },
    onSettled: () => void refreshMachines(queryClient),
  });

const releaseMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: holdKey,
    mutationFn: () => callApi(releaseMachine, {}),
    onSuccess: async () => {
      await queryClient.cancelQueries({ queryKey: nextMachinesQuery.queryKey });
      setHold(queryClient, null);
    },
    onSettled: () => void refreshMachines(queryClient),
  });

/** Returns functions that hold a machine and release it. The second of two taps does nothing. */
export function useMachineHold() {
  const queryClient = useQueryClient();
  const hold = useMutation(holdMutation(queryClient));
  const release = useMutation(releaseMutation(queryClient));
  const isFree = () => queryClient.isMutating({ mutationKey: holdKey }) === 0;
  return {
    hold: (machineId: number) => {
      if (isFree()) hold.mutate(machineId);
    },
    release: () => {
      if (isFree()) release.mutate();
    },
    isPending: hold.isPending || release.isPending,
    /** Whether the member has released the last hold. */
    hasReleased: release.isSuccess && release.submittedAt > hold.submittedAt,
  } as const;
}
