import { toGymDay } from '@tanren/domain/gym-time';
import { createFileRoute } from '@tanstack/react-router';
import { lazyScreen } from '#lib/chunks.ts';
import { serverNow } from '#lib/server-time.ts';

export const Route = createFileRoute('/settings/userinfo')({
  staticData: { access: 'default', layout: 'auth', title: 'プロフィールの編集' },
  loader: async ({ context }) => {
    const { access } = await context.readSession();
    const userInfo = access.signedIn ? access.profile : null;
    return { userInfo, today: toGymDay(new Date(serverNow())) };
  },
  component: lazyScreen(
    () => import('#features/userinfo/edit-userinfo-screen.tsx'),
    'EditUserInfoScreen',
  ),
});
