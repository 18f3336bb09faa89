import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { importTrainerEditor } from './-trainer-parts.ts';

export const Route = createFileRoute('/trainer/members/$memberId/training-sessions/new')({
  staticData: { access: 'default', layout: 'auth', title: 'セッションの作成', group: 'trainer' },
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId } }) => {
    const { loadMemberEditor } = await loadPart(importTrainerEditor);
    return loadMemberEditor(queryClient, memberId, null);
  },
  gcTime: 0,
  component: lazyScreen(importTrainerEditor, 'NewMemberSessionPage'),
});
