import { createFileRoute, redirect } from '@tanstack/react-router';
import { keepNativeSessionLink } from '#features/identity/native-session.ts';
import { lazyScreen } from '#lib/chunks.ts';

export const Route = createFileRoute('/auth/native-session')({
  staticData: { access: 'public', layout: 'simple', title: 'アプリからのログイン' },
  beforeLoad: ({ preload }) => {
    // From the window: the router's own hash has been decoded, and its parts can no longer be told apart.
    if (preload || !keepNativeSessionLink(window.location.hash)) return;
    throw redirect({ to: '/auth/native-session', replace: true });
  },
  component: lazyScreen(
    () => import('#features/identity/native-session-screen.tsx'),
    'NativeSessionScreen',
  ),
});
