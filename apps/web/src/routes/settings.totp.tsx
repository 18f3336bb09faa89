import { createFileRoute } from '@tanstack/react-router';
import { totpQuery } from '#features/identity/identity.queries.ts';
import { forgetTotpSetUp } from '#features/identity/kept-totp-set-up.ts';
import { readIdentity } from '#lib/auth.ts';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/settings/totp')({
  staticData: { access: 'default', layout: 'auth', title: '認証アプリ（2段階認証）' },
  loader: async ({ context }) => {
    await context.queryClient.query(totpQuery);
    const identity = await readIdentity();
    return { email: identity?.email ?? '', required: identity?.totpRequired ?? false };
  },
  onLeave: forgetTotpSetUp,
  component: lazyScreen(() => import('#features/identity/totp-screen.tsx'), 'TotpScreen'),
});
