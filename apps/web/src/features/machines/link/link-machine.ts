import {
  createTanrenConnection,
  deleteTanrenConnection,
} from '@tanren/contract/machines/tanren-connection';
import {
  mutationOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#lib/api.ts';
import { ApiError, isApiError } from '#lib/errors.ts';
import {
  tanrenConnectionQuery,
  type TanrenLinkAnswer,
} from '#entities/machines/machines.queries.ts';
import { menuRunQuery } from '#entities/menus/menus.queries.ts';
import { refreshNextLoads } from '#entities/workouts/workouts.queries.ts';
import { notifyError } from '#lib/notifier.ts';
import { requireNetwork } from '#lib/offline/network.ts';
import { findRejection, problemText } from '#lib/rejections.ts';

/**
 * Answer without a link and without a reason. The page already knows why its own link has ended.
 */
export const noLink: TanrenLinkAnswer = { connection: null, ended: null };

const linkKey = ['tanren-connection', 'link'];
const unlinkKey = ['tanren-connection', 'unlink'];

export function linkMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: linkKey,
    meta: { errorShownByForm: true },
    mutationFn: async (code: string) => {
      requireNetwork('マシンとの接続');
      return (await callApi(createTanrenConnection, { body: { code } })).connection;
    },
    onSuccess: async (connection) => {
      // The answer to an earlier request must not overwrite the new link.
      await queryClient.cancelQueries({
        queryKey: tanrenConnectionQuery.queryKey,
      });
      queryClient.setQueryData(tanrenConnectionQuery.queryKey, {
        connection,
        ended: null,
      });
      void refreshMachineLoads(queryClient);
    },
  });
}

function unlinkMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: unlinkKey,
    mutationFn: () => callApi(deleteTanrenConnection, {}),
    onSuccess: async () => {
      await queryClient.cancelQueries({
        queryKey: tanrenConnectionQuery.queryKey,
      });
      queryClient.setQueryData(tanrenConnectionQuery.queryKey, noLink);
      void refreshMachineLoads(queryClient);
    },
  });
}

/**
 * Fetches the next loads and the menu under way again. Loads follow the linked machine, and a
 * trainer changes them.
 */
export async function refreshMachineLoads(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    refreshNextLoads(queryClient),
    queryClient.invalidateQueries({ queryKey: menuRunQuery.queryKey }),
  ]);
}

/** Returns the message for the form, or `null` when a toast shows the error. */
export function explainLinkError(error: unknown): string | null {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  if (code === 'machines_unreachable') return problemText[code];
  const rejection = findRejection(error);
  if (rejection === null) notifyError(error);
  return rejection;
}

/**
 * Returns a function that links a machine by a code without a form, from a scan or from the
 * address.
 */
export function useLink() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation(linkMutation(queryClient));
  const [problem, setProblem] = useState<string | null>(null);
  const [isCodeOver, setCodeOver] = useState(false);

  /** Links the machine and returns whether it succeeded. The second of two taps does nothing. */
  async function link(code: string): Promise<boolean> {
    if (queryClient.isMutating({ mutationKey: linkKey }) > 0) return false;
    setProblem(null);
    try {
      await mutateAsync(code);
      return true;
    } catch (error) {
      setProblem(explainLinkError(error));
      // A code is valid for a minute or two, and signing in may have taken longer.
      setCodeOver(isApiError(error, 404));
      return false;
    }
  }

  return { link, problem, isCodeOver, busy: isPending } as const;
}

/** Returns a function that ends the link. The machine then sends what was lifted. */
export function useUnlink() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation(unlinkMutation(queryClient));

  /** Ends the link and returns whether it succeeded. The second of two taps does nothing. */
  async function unlink(): Promise<boolean> {
    if (queryClient.isMutating({ mutationKey: unlinkKey }) > 0) return false;
    try {
      await mutateAsync();
      return true;
    } catch {
      // The notifier shows the error.
      return false;
    }
  }

  return { unlink, busy: isPending } as const;
}
