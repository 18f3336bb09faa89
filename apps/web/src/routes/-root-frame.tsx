import { Outlet, useMatches } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { AppErrorScreen } from '#features/errors/app-error-screen.tsx';
import { AuthLayout } from '#features/layout/auth-layout.tsx';
import { SimpleLayout } from '#features/layout/simple-layout.tsx';
import { getAppError, subscribeToAppError } from '#lib/app-error.ts';
import { lazyScreen } from '#lib/chunks.ts';
import { scheduleTitle } from '#lib/document-title.ts';
import type { PageLayout } from '#lib/page.ts';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { Toasts } from '#ui/toasts.tsx';

/**
 * Not for visitors: the sign-in page does without the code that asks for announcements. Where it
 * cannot be fetched, the page is good without it.
 */
const importBell = () =>
  import('#features/informations/unread-bell.tsx').catch(() => ({ UnreadBell: () => null }));
const UnreadBell = lazyScreen(importBell, 'UnreadBell');

/** Error and 404 pages bring a bar of their own. */
type FrameLayout = PageLayout | 'none';

function Layout({
  layout,
  children,
}: {
  readonly layout: FrameLayout;
  readonly children: ReactNode;
}) {
  if (layout === 'auth') {
    const corner = (
      <Suspense>
        <UnreadBell />
      </Suspense>
    );
    return <AuthLayout corner={corner}>{children}</AuthLayout>;
  }
  if (layout === 'simple') return <SimpleLayout>{children}</SimpleLayout>;
  return children;
}

function useCurrentPage(): { layout: FrameLayout; title: string } {
  return useMatches({
    select: (matches) => {
      const page = matches.at(-1)?.staticData;
      const missing = matches.some((match) => match.status === 'notFound' || match._notFound);
      if (!page || missing) return { layout: 'none', title: 'Page not found' };
      if (matches.some((match) => match.status === 'error'))
        return { layout: 'none', title: 'エラー' };
      return { layout: page.layout, title: page.title };
    },
    structuralSharing: true,
  });
}

export function RootFrame() {
  const appError = useSyncExternalStore(subscribeToAppError, getAppError, getAppError);
  const { layout, title } = useCurrentPage();
  useEffect(() => {
    scheduleTitle(appError ? 'エラー' : title);
  }, [appError, title]);
  return (
    <>
      <LoadingBar />
      {appError ? (
        <AppErrorScreen error={appError.error} />
      ) : (
        <Layout layout={layout}>
          <Outlet />
        </Layout>
      )}
      <Toasts />
    </>
  );
}
