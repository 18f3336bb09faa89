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
import { notifyError } from '#lib/notifier.ts';
import { requireNetwork } from '#lib/offline/network.ts';
import { findRefusal, problemText } from '#lib/refusals.ts';

/** The page knows by itself why it has ended. */
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
      // An answer to an older question must not overwrite the new link.
      await queryClient.cancelQueries({
        queryKey: tanrenConnectionQuery.queryKey,
      });
      queryClient.setQueryData(tanrenConnectionQuery.queryKey, {
        connection,
        ended: null,
      });
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
    },
  });
}

/** Null: told by a toast. */
export function explainLinkError(error: unknown): string | null {
  const code = error instanceof ApiError ? error.problem?.code : undefined;
  if (code === 'machines_unreachable') return problemText[code];
  const refusal = findRefusal(error);
  if (refusal === null) notifyError(error);
  return refusal;
}

/** Links by a code that came without a form: scanned, or from a link. */
export function useLink() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation(linkMutation(queryClient));
  const [problem, setProblem] = useState<string | null>(null);
  const [isCodeOver, setCodeOver] = useState(false);

  /** Tells whether it is linked now. The second of two taps does nothing. */
  async function link(code: string): Promise<boolean> {
    if (queryClient.isMutating({ mutationKey: linkKey }) > 0) return false;
    setProblem(null);
    try {
      await mutateAsync(code);
      return true;
    } catch (error) {
      setProblem(explainLinkError(error));
      // Codes are good for a minute or two; signing in may have taken longer.
      setCodeOver(isApiError(error, 404));
      return false;
    }
  }

  return { link, problem, isCodeOver, busy: isPending } as const;
}

/** Ends the link; what was lifted is sent off by the machine. */
export function useUnlink() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation(unlinkMutation(queryClient));

  /** Tells whether it has ended the link. The second of two taps does nothing. */
  async function unlink(): Promise<boolean> {
    if (queryClient.isMutating({ mutationKey: unlinkKey }) > 0) return false;
    try {
      await mutateAsync();
      return true;
    } catch {
      // The notifier tells what went wrong.
      return false;
    }
  }

  return { unlink, busy: isPending } as const;
}
