import { IconBarbell } from '@tabler/icons-react';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useIsRunning } from '#entities/training-sessions/training-sessions.queries.ts';
import { draftKey, loadDraft } from '#features/session-editor/drafts.ts';
import { EditorForm } from '#features/session-editor/editor-form.tsx';
import { ownSessionSource, useOwnSetting } from '#features/session-editor/editor-setting.tsx';
import { startEdit } from '#features/session-editor/editor-state.ts';
import { readIdentity } from '#lib/auth/auth.ts';
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
  loader: async ({ params: { trainingSessionId } }) => {
    const [identity, session] = await Promise.all([
      readIdentity(),
      ownSessionSource.fetch(trainingSessionId),
    ]);
    const sub = identity?.sub ?? '';
    // Of a session that is gone, unsaved work may still be here; otherwise there is no such page.
    if (session === null && loadDraft(draftKey(sub, trainingSessionId)) === null) throw notFound();
    return { sub, session };
  },
  // An edit that begins with what an earlier visit saw would end in a conflict with oneself.
  gcTime: 0,
  component: EditSessionPage,
});

function EditSessionPage() {
  const { sub, session } = Route.useLoaderData();
  const { trainingSessionId } = Route.useParams();
  const setting = useOwnSetting();
  const isRunning = useIsRunning(trainingSessionId);
  const key = draftKey(sub, trainingSessionId);
  return (
    <EditorForm
      key={key}
      title="メニューの編集"
      notice={
        isRunning ? (
          <Notice Icon={IconBarbell}>
            今トレーニング中です。編集しても、今のトレーニングは始めたときの内容のまま続きます。変更は、次に始めるときから反映されます。
          </Notice>
        ) : null
      }
      setting={setting}
      draftKey={key}
      trainingSessionId={trainingSessionId}
      begin={() => startEdit(session, loadDraft(key))}
    />
  );
}
