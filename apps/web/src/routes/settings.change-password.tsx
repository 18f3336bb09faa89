import { createFileRoute } from '@tanstack/react-router';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/settings/change-password')({
  staticData: { access: 'default', layout: 'auth', title: 'パスワードの変更' },
  loader: async () => ({ email: (await readIdentity())?.email ?? '' }),
  component: lazyScreen(
    () => import('#features/identity/change-password-screen.tsx'),
    'ChangePasswordScreen',
  ),
});
