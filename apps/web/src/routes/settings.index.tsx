import { createFileRoute } from '@tanstack/react-router';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';

export const Route = createFileRoute('/settings/')({
  staticData: { access: 'default', layout: 'auth', title: '設定' },
  loader: async ({ context }) => {
    const { loadSettings } = await loadPart(() => import('./-settings-data.ts'));
    await loadSettings(context.queryClient);
    const { access, groups } = await context.readSession();
    const rankingVisible = access.signedIn && access.profile?.rankingVisible === true;
    return { email: (await readIdentity())?.email ?? '', rankingVisible, groups };
  },
  component: lazyScreen(() => import('./-settings-page.tsx'), 'SettingsPage'),
});
