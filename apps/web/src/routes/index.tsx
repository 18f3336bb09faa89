import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

const importPage = () => import('./-home-page.tsx');

export const Route = createFileRoute('/')({
  staticData: { access: 'default', layout: 'auth', title: 'ホーム' },
  loader: async ({ context }) => {
    await (await loadPart(importPage)).loadHome(context.queryClient);
    const { access } = await context.readSession();
    return { nickname: (access.signedIn && access.profile?.nickname) || '' };
  },
  component: lazyScreen(importPage, 'HomePage'),
});
