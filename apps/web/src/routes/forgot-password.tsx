import { createFileRoute } from '@tanstack/react-router';
import { readIdentitySearch } from '#features/identity/identity-search.ts';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/forgot-password')({
  staticData: { access: 'not-logged-in', layout: 'simple', title: 'パスワードの再設定' },
  validateSearch: readIdentitySearch,
  component: lazyScreen(
    () => import('#features/identity/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
});
