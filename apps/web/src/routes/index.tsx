import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/')({
  staticData: { access: 'default', layout: 'auth', title: 'ホーム' },
  loader: async ({ context }) => {
    const { access } = await context.readSession();
    return { nickname: (access.signedIn && access.profile?.nickname) || '' };
  },
  component: lazyScreen(() => import('./-home-page.tsx'), 'HomePage'),
});
