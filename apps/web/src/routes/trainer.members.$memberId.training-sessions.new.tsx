import { createFileRoute } from '@tanstack/react-router';
import { trainedDraftKey } from '#features/menus/editor/drafts.ts';
import { EditorForm } from '#features/menus/editor/editor-form.tsx';
import { WhoseLink, useMember } from '#features/trainers/trained-members/linked-member.tsx';
import {
  loadTrainedEditor,
  useTrainedSetting,
} from '#features/trainers/trained-members/trained-menu-setting.tsx';

export const Route = createFileRoute('/trainer/members/$memberId/training-sessions/new')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'メニューの作成',
    parent: '/trainer/members/$memberId',
    group: 'trainer',
  },
  preload: false,
  loader: ({ context: { queryClient }, params: { memberId } }) =>
    loadTrainedEditor(queryClient, memberId, null),
  // Data of an earlier visit may no longer be shared.
  gcTime: 0,
  component: NewTrainedMenuPage,
});

function NewTrainedMenuPage() {
  const { memberId } = useMember();
  const { sub } = Route.useLoaderData();
  const setting = useTrainedSetting();
  const key = trainedDraftKey(sub, memberId, null);
  return (
    <EditorForm
      key={key}
      title="メニューの作成"
      above={<WhoseLink view="sessions" />}
      setting={setting}
      draftKey={key}
      trainingSessionId={null}
      session={null}
    />
  );
}
