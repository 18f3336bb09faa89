import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { PasswordQuestion } from '#features/identity/password-question.tsx';
import { hasMember } from '#lib/auth/session.ts';
import { scheduleTitle } from '#lib/document-title.ts';
import { clearAppError, getAppError, subscribeToAppError } from '#lib/errors.ts';
import type { PageLayout } from '#lib/route-guard.ts';
import { LoadingBar } from '#ui/feedback/loading-bar.tsx';
import { LogoBar, LogoMark } from '#ui/logo.tsx';
import { Toasts } from '#ui/feedback/toasts.tsx';
import { useFingerShield } from '#ui/tap-shield.ts';
import { BackLink, useVisitedPages } from './back-link.tsx';
import { AppErrorScreen, keepsFrame, PageFrameProvider, usePageId } from './error-screens.tsx';
import classes from './layouts.module.css';
import { MemberLayout } from './member-layout.tsx';
import { NavigationBar } from './navigation.tsx';

/**
 * Returns whether a member is signed in. It is `false` while pages are prerendered, and until a
 * page has read the session.
 */
function useKnownMember(): boolean {
  const queryClient = useQueryClient();
  return useSyncExternalStore(
    (notify) => queryClient.getQueryCache().subscribe(notify),
    () => hasMember(queryClient),
    () => false,
  );
}

/**
 * Lays out registration pages and documents: the logo above, and the back link if there is one.
 * Members who read a document keep their navigation, which is placed so that it does not move the
 * page.
 */
function SimpleLayout({ children }: { readonly children: ReactNode }) {
  const isMember = useKnownMember();
  return (
    <div className={classes.simple} data-member={isMember || undefined}>
      <LogoBar>
        <BackLink />
        <Link to="/" className={classes.simpleLogo} aria-label="TANREN トップへ">
          <LogoMark width={40} />
        </Link>
      </LogoBar>
      <main className={classes.simpleContent}>{children}</main>
      {isMember ? <NavigationBar /> : null}
    </div>
  );
}

/** Lays out a moment that fills the screen, without navigation. The page has the way on. */
function MomentLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.simple}>
      <LogoBar>
        <Link to="/" className={classes.simpleLogo} aria-label="TANREN トップへ">
          <LogoMark width={40} />
        </Link>
      </LogoBar>
      <main className={classes.simpleContent}>{children}</main>
    </div>
  );
}

const layouts = {
  auth: MemberLayout,
  simple: SimpleLayout,
  moment: MomentLayout,
} satisfies Record<PageLayout, unknown>;

/** 404 pages and most errors have their own bar, so they use `none`. */
type FrameLayout = PageLayout | 'none';

function Layout({
  layout,
  children,
}: {
  readonly layout: FrameLayout;
  readonly children: ReactNode;
}) {
  if (layout === 'none') return children;
  const Frame = layouts[layout];
  return (
    <PageFrameProvider value={layout}>
      <Frame>{children}</Frame>
    </PageFrameProvider>
  );
}

function useCurrentPage(): { layout: FrameLayout; title: string } {
  return useMatches({
    select: (matches) => {
      const page = matches.at(-1)?.staticData;
      const missing = matches.some((match) => match.status === 'notFound' || match._notFound);
      if (!page || missing) return { layout: 'none', title: 'Page not found' };
      const failed = matches.find((match) => match.status === 'error');
      if (failed) {
        const framed = page.layout === 'auth' && keepsFrame(failed.error);
        return { layout: framed ? 'auth' : 'none', title: 'エラー' };
      }
      return { layout: page.layout, title: page.title };
    },
    structuralSharing: true,
  });
}

/**
 * Runs the guard again when the browser restores a page, which may have missed a sign-in or
 * sign-out.
 */
function useRestoredPage(): void {
  const router = useRouter();
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void router.invalidate();
    };
    window.addEventListener('pageshow', look);
    return () => {
      window.removeEventListener('pageshow', look);
    };
  }, [router]);
}

/**
 * Returns the current error. The error of a page that could not be drawn ends when another page is
 * shown.
 */
function useAppError() {
  const pageId = usePageId();
  const appError = useSyncExternalStore(subscribeToAppError, getAppError, getAppError);
  const isOver = appError !== null && appError.page !== null && appError.page !== pageId;
  useEffect(() => {
    if (isOver) clearAppError();
  }, [isOver]);
  return isOver ? null : appError;
}

interface RootFrameProps {
  /** Content instead of the page. */
  readonly children?: ReactNode;
}

export function RootFrame({ children = <Outlet /> }: RootFrameProps) {
  useRestoredPage();
  useVisitedPages();
  const appError = useAppError();
  const { layout, title } = useCurrentPage();
  // The second tap on a link must not hit a control of the next page in the same place.
  useFingerShield(useMatches({ select: (matches) => matches.at(-1)?.pathname }));
  useEffect(() => {
    scheduleTitle(appError ? 'エラー' : title);
  }, [appError, title]);
  return (
    <>
      <LoadingBar />
      {appError ? (
        <AppErrorScreen error={appError.error} />
      ) : (
        <Layout layout={layout}>{children}</Layout>
      )}
      <PasswordQuestion />
      <Toasts />
    </>
  );
}
