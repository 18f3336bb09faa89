import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, notFound, useNavigate } from '@tanstack/react-router';
import { loadDraft, trainedDraftKey } from '#features/session-editor/drafts.ts';
import { EditorForm } from '#features/session-editor/editor-form.tsx';
import type { EditorSetting } from '#features/session-editor/editor-setting.tsx';
import { startEdit, startNew } from '#features/session-editor/editor-state.ts';
import { BackToMember } from '#features/trained-members/back-links.tsx';
import { openMember } from '#features/trained-members/trained-members.queries.ts';
import { trainedLoadsQuery } from '#features/trained-members/trained-records.queries.ts';
import {
  refreshTrainedSessions,
  trainedSessionQuery,
  trainedSessionSource,
} from '#features/trained-members/trained-sessions.queries.ts';
import { useMember } from '#features/trained-members/within-link.tsx';
import { readIdentity } from '#lib/auth.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';

const newRoute = getRouteApi('/trainer/members/$memberId/training-sessions/new');
const editRoute = getRouteApi('/trainer/members/$memberId/training-sessions/$trainingSessionId');

/** Of a session that is gone, unsaved work may still be here; otherwise there is no such page. */
export async function loadMemberEditor(
  queryClient: QueryClient,
  memberId: number,
  trainingSessionId: number | null,
): Promise<{ sub: string }> {
  const [member, identity] = await Promise.all([openMember(queryClient, memberId), readIdentity()]);
  const sub = identity?.sub ?? '';
  if (member === null) return { sub };
  const anew = { staleTime: 0 } as const;
  const [session] = await Promise.all([
    trainingSessionId === null
      ? null
      : queryClient.query({ ...trainedSessionQuery(memberId, trainingSessionId), ...anew }),
    member.scopes.includes('history')
      ? queryClient.query({ ...trainedLoadsQuery(memberId), ...anew })
      : null,
  ]);
  const key = trainedDraftKey(sub, memberId, trainingSessionId);
  if (trainingSessionId !== null && session === null && loadDraft(key) === null) throw notFound();
  return { sub };
}

function useTrainedSetting(): EditorSetting {
  const { memberId, nickname, scopes } = useMember();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: loads } = useQuery({
    ...trainedLoadsQuery(memberId),
    enabled: scopes.includes('history'),
    meta: { toldByPage: true },
  });
  const list = {
    to: '/trainer/members/$memberId',
    params: { memberId },
    search: { view: 'sessions' },
  } as const;
  return {
    source: trainedSessionSource(queryClient, memberId),
    forMember: nickname,
    loads: scopes.includes('history') ? (loads ?? []) : [],
    // The page does not open without them.
    missing: null,
    listLink: (
      <Link {...list} className={primaryButtonLink} data-variant="default">
        {nickname}さんのセッションへ
      </Link>
    ),
    onSaved: async () => {
      await refreshTrainedSessions(queryClient, memberId);
      await navigate({ ...list, replace: true, ignoreBlocker: true });
    },
  };
}

export function NewMemberSessionPage() {
  const { memberId } = useMember();
  const { sub } = newRoute.useLoaderData();
  const setting = useTrainedSetting();
  const key = trainedDraftKey(sub, memberId, null);
  return (
    <EditorForm
      key={key}
      title="セッションの作成"
      above={<BackToMember view="sessions" />}
      setting={setting}
      draftKey={key}
      trainingSessionId={null}
      begin={() => startNew(loadDraft(key))}
    />
  );
}

export function EditMemberSessionPage() {
  const { memberId } = useMember();
  const { sub } = editRoute.useLoaderData();
  const { trainingSessionId } = editRoute.useParams();
  const queryClient = useQueryClient();
  const setting = useTrainedSetting();
  const key = trainedDraftKey(sub, memberId, trainingSessionId);
  const { queryKey } = trainedSessionQuery(memberId, trainingSessionId);
  return (
    <EditorForm
      key={key}
      title="セッションの編集"
      above={<BackToMember view="sessions" />}
      setting={setting}
      draftKey={key}
      trainingSessionId={trainingSessionId}
      begin={() => startEdit(queryClient.getQueryData(queryKey) ?? null, loadDraft(key))}
    />
  );
}
