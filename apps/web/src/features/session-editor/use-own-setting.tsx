import type { TrainingSession } from '@tanren/contract/training-sessions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { refreshSessions, trainingSessionQuery } from '#lib/training-sessions.ts';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';
import { LoadAgainIfMissing } from '#ui/load-again.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import type { EditorSetting } from './editor-setting.ts';
import { ownSessionSource } from './own-session-source.ts';

/** A member edits a session of their own. */
export function useOwnSetting(): EditorSetting {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const loads = useQuery({ ...workoutLoadsQuery, meta: { toldByPage: true } });
  return {
    source: ownSessionSource,
    forMember: null,
    loads: loads.data ?? [],
    missing: <LoadAgainIfMissing what="次回の重量" query={loads} />,
    listLink: (
      <Link to="/my-training-sessions" className={primaryButtonLink} data-variant="default">
        マイセッションへ
      </Link>
    ),
    onSaved: async (session: TrainingSession) => {
      const { trainingSessionId } = session;
      await refreshSessions(queryClient);
      queryClient.setQueryData(trainingSessionQuery(trainingSessionId).queryKey, session);
      await navigate({
        to: '/training-sessions/$trainingSessionId',
        params: { trainingSessionId },
        replace: true,
        ignoreBlocker: true,
      });
    },
  };
}
