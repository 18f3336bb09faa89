import { IconBarbell } from '@tabler/icons-react';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { TrainingSession } from '@tanren/contract/menus/menus';
import type { QueryClient } from '@tanstack/react-query';
import { trainingSessionQuery, useIsRunning } from '#entities/menus/menus.queries.ts';
import { draftKey, loadDraft } from '#features/menus/editor/drafts.ts';
import { EditorForm } from '#features/menus/editor/editor-form.tsx';
import { ownMenuSource, useOwnSetting } from '#features/menus/editor/editor-setting.tsx';
import { findUnsentDraft } from '#features/menus/editor/unsent-draft.ts';
import { isNetworkError } from '#lib/errors.ts';
import { openOutbox, getStoredSub } from '#lib/offline/outbox.ts';
import { idParam } from '#lib/route-params.ts';
import { Notice } from '#ui/feedback/notices.tsx';

export const Route = createFileRoute('/training-sessions/$trainingSessionId/edit')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'メニューの編集',
    parent: '/training-sessions/$trainingSessionId',
  },
  params: idParam('trainingSessionId'),
  loader: async ({ context: { queryClient }, params: { trainingSessionId } }) => {
    const [session, writes] = await Promise.all([
      fetchOrReadCache(queryClient, trainingSessionId),
      openOutbox(),
    ]);
    const sub = getStoredSub() ?? '';
    const unsent = findUnsentDraft(writes, trainingSessionId);
    // A deleted menu may still have unsaved changes here. Otherwise the page does not exist.
    const draft = loadDraft(draftKey(sub, trainingSessionId)) ?? unsent;
    if (session === null && draft === null) throw notFound();
    return { sub, session, unsent };
  },
  // An edit based on data of an earlier visit would end in a conflict with the member's own
  // changes.
  gcTime: 0,
  component: EditMenuPage,
});

/**
 * Fetches the menu, or returns the last known one without a network. A change of another device
 * then shows when the edit is sent.
 */
async function fetchOrReadCache(
  queryClient: QueryClient,
  trainingSessionId: number,
): Promise<TrainingSession | null> {
  try {
    return await ownMenuSource.fetch(trainingSessionId);
  } catch (error) {
    if (!isNetworkError(error)) throw error;
    const known = { ...trainingSessionQuery(trainingSessionId), staleTime: 'static' } as const;
    return await queryClient.query(known);
  }
}

function EditMenuPage() {
  const { sub, session, unsent } = Route.useLoaderData();
  const { trainingSessionId } = Route.useParams();
  const setting = useOwnSetting(trainingSessionId);
  const isRunning = useIsRunning(trainingSessionId);
  const key = draftKey(sub, trainingSessionId);
  return (
    <EditorForm
      key={key}
      title="メニューの編集"
      notice={
        isRunning ? (
          <Notice Icon={IconBarbell}>
            このメニューでトレーニング中です。編集しても、今のトレーニングは始めたときの内容のまま続きます。変更は、次に始めるときから反映されます。
          </Notice>
        ) : null
      }
      setting={setting}
      draftKey={key}
      trainingSessionId={trainingSessionId}
      session={session}
      unsentDraft={unsent}
    />
  );
}
