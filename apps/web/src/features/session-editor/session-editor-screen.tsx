import { IconBarbell } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useIsRunning } from '#lib/session-run.ts';
import { Notice } from '#ui/notice.tsx';
import { draftKey, loadDraft } from './draft-storage.ts';
import { EditorForm } from './editor-form.tsx';
import { startEdit, startNew } from './start-editing.ts';
import { useOwnSetting } from './use-own-setting.tsx';

const newRoute = getRouteApi('/training-sessions/new');
const editRoute = getRouteApi('/training-sessions/$trainingSessionId/edit');

export function NewSessionScreen() {
  const { sub } = newRoute.useLoaderData();
  const setting = useOwnSetting();
  const key = draftKey(sub, null);
  return (
    <EditorForm
      key={key}
      title="セッションの作成"
      setting={setting}
      draftKey={key}
      trainingSessionId={null}
      begin={() => startNew(loadDraft(key))}
    />
  );
}

export function EditSessionScreen() {
  const { sub, session } = editRoute.useLoaderData();
  const setting = useOwnSetting();
  const { trainingSessionId } = editRoute.useParams();
  const key = draftKey(sub, trainingSessionId);
  const isRunning = useIsRunning(trainingSessionId);
  return (
    <EditorForm
      key={key}
      title="セッションの編集"
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
