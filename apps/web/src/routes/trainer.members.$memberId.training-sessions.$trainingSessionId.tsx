import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { idParam } from '#lib/route-params.ts';
import { importTrainerEditor } from './-trainer-parts.ts';

export const Route = createFileRoute(
  '/trainer/members/$memberId/training-sessions/$trainingSessionId',
)({
  staticData: { access: 'default', layout: 'auth', title: 'セッションの編集', group: 'trainer' },
  params: idParam('trainingSessionId'),
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId, trainingSessionId } }) => {
    const { loadMemberEditor } = await loadPart(importTrainerEditor);
    return loadMemberEditor(queryClient, memberId, trainingSessionId);
  },
  // An edit that begins with what an earlier visit saw would end in a conflict with oneself.
  gcTime: 0,
  component: lazyScreen(importTrainerEditor, 'EditMemberSessionPage'),
});
