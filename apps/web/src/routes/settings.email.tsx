import { createFileRoute } from '@tanstack/react-router';
import { readIdentitySearch } from '#features/identity/identity-search.ts';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/settings/email')({
  staticData: { access: 'default', layout: 'auth', title: 'メールアドレスの変更' },
  validateSearch: readIdentitySearch,
  loader: async () => ({ email: (await readIdentity())?.email ?? '' }),
  component: lazyScreen(
    () => import('#features/identity/change-email-screen.tsx'),
    'ChangeEmailScreen',
  ),
});
