import { createFileRoute, notFound } from '@tanstack/react-router';
import { loadDraft, trainedDraftKey } from '#features/menus/editor/drafts.ts';
import { EditorForm } from '#features/menus/editor/editor-form.tsx';
import { WhoseLink, useMember } from '#features/trainers/trained-members/linked-member.tsx';
import {
  loadTrainedEditor,
  useTrainedSetting,
} from '#features/trainers/trained-members/trained-menu-setting.tsx';
import { idParam } from '#lib/route-params.ts';

export const Route = createFileRoute(
  '/trainer/members/$memberId/training-sessions/$trainingSessionId',
)({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'メニューの編集',
    parent: '/trainer/members/$memberId',
    group: 'trainer',
  },
  params: idParam('trainingSessionId'),
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId, trainingSessionId } }) => {
    const loaded = await loadTrainedEditor(queryClient, memberId, trainingSessionId);
    const { sub, isLinked, session } = loaded;
    // A deleted menu may still have unsaved changes here. Otherwise the page does not exist.
    const draft = loadDraft(trainedDraftKey(sub, memberId, trainingSessionId));
    if (isLinked && session === null && draft === null) throw notFound();
    return { sub, session };
  },
  // An edit based on data of an earlier visit would end in a conflict with the trainer's own
  // changes.
  gcTime: 0,
  component: EditTrainedMenuPage,
});

function EditTrainedMenuPage() {
  const { memberId } = useMember();
  const { sub, session } = Route.useLoaderData();
  const { trainingSessionId } = Route.useParams();
  const setting = useTrainedSetting();
  const key = trainedDraftKey(sub, memberId, trainingSessionId);
  return (
    <EditorForm
      key={key}
      title="メニューの編集"
      above={<WhoseLink view="sessions" />}
      setting={setting}
      draftKey={key}
      trainingSessionId={trainingSessionId}
      session={session}
    />
  );
}
