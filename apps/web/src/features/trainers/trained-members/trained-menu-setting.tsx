import { addHonorific } from '@tanren/domain/members/honorifics';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { readIdentity } from '#lib/auth/auth.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { useMember } from './linked-member.tsx';
import { openMember } from './trained-members.queries.ts';
import { trainedLoadsQuery } from './trained-records.queries.ts';
import {
  refreshTrainedMenus,
  trainedMenuQuery,
  trainedMenuSource,
} from './trained-menus.queries.ts';

interface TrainedEditor {
  /** Id of the trainer, because drafts are stored by account. */
  readonly sub: string;
  readonly isLinked: boolean;
  /** `null` for a new menu, or when this trainer has no such menu for this member. */
  readonly session: TrainingSession | null;
}

/** Reads the current data that the editor of a member's menu starts from. */
export async function loadTrainedEditor(
  queryClient: QueryClient,
  memberId: number,
  trainingSessionId: number | null,
): Promise<TrainedEditor> {
  const [member, identity] = await Promise.all([openMember(queryClient, memberId), readIdentity()]);
  const sub = identity?.sub ?? '';
  if (member === null) return { sub, isLinked: false, session: null };
  const fresh = { staleTime: 0 } as const;
  const [session] = await Promise.all([
    trainingSessionId === null
      ? null
      : queryClient.query({ ...trainedMenuQuery(memberId, trainingSessionId), ...fresh }),
    member.scopes.includes('history')
      ? queryClient.query({ ...trainedLoadsQuery(memberId), ...fresh })
      : null,
  ]);
  return { sub, isLinked: true, session };
}

/** Returns the editor's setting for a trainer who makes a menu for a member. */
export function useTrainedSetting() {
  const { memberId, nickname, scopes } = useMember();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: loads } = useQuery({
    ...trainedLoadsQuery(memberId),
    enabled: scopes.includes('history'),
    meta: { errorShownByPage: true },
  });
  const list = {
    to: '/trainer/members/$memberId',
    params: { memberId },
    search: { view: 'sessions' },
  } as const;
  return {
    source: trainedMenuSource(queryClient, memberId),
    forMember: nickname,
    loads: scopes.includes('history') ? (loads ?? []) : [],
    // The page does not open without the loads, so there is nothing to load again.
    missing: null,
    listLink: (
      <Link {...list} className={primaryButtonLink} data-variant="default">
        {addHonorific(nickname)}のメニューへ
      </Link>
    ),
    onSaved: async () => {
      await refreshTrainedMenus(queryClient, memberId);
      await navigate({ ...list, replace: true, ignoreBlocker: true });
    },
  };
}
