import { IconHourglass, IconWifiOff } from '@tabler/icons-react';
import { useMatches, useNavigate, useRouter } from '@tanstack/react-router';
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { ChunkLoadError, type ChunkRecovery, recoverFromChunkError } from '#lib/builds/chunks.ts';
import {
  ApiError,
  clearAppError,
  describeError,
  isApiError,
  isNetworkError,
  leadsElsewhere,
  logError,
  NetworkError,
  readCrowdedWaitMs,
  showAppError,
  unwrapCause,
} from '#lib/errors.ts';
import type { PageLayout } from '#lib/route-guard.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { ErrorView } from '#ui/feedback/error-view.tsx';
import { Page } from '#ui/page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';

/** The layout around the page. `null`: there is none. */
const PageFrame = createContext<PageLayout | null>(null);

export const PageFrameProvider = PageFrame.Provider;

/** Identifies the page that is drawn. Another page leaves the errors of this one behind. */
export function usePageId(): string {
  return useMatches({ select: (matches) => matches.map(({ id }) => id).join(' ') });
}

/**
 * A page that only did not get through leaves its frame in place: other pages may be at hand. An
 * error takes the whole page.
 */
export function keepsFrame(error: unknown): boolean {
  const cause = unwrapCause(error);
  return error instanceof ChunkLoadError || isNetworkError(cause) || isApiError(cause, 429);
}

/**
 * In a cellar gym the network is often gone for a moment only, and an outage is over when the page
 * is looked at again: nobody should have to ask again. A server that has had too many calls says
 * when it takes the next.
 */
function useSecondChance(error: unknown, mayPass: boolean, retry: () => void): void {
  const onReturn = useEffectEvent(retry);
  useEffect(() => {
    const waitMs = readCrowdedWaitMs(error);
    if (waitMs === null) return;
    const timer = setTimeout(() => {
      onReturn();
    }, waitMs);
    return () => {
      clearTimeout(timer);
    };
  }, [error]);
  useEffect(() => {
    if (!mayPass) return;
    const onOnline = () => {
      onReturn();
    };
    const seeAgain = () => {
      if (document.visibilityState === 'visible') onReturn();
    };
    addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', seeAgain);
    return () => {
      removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', seeAgain);
    };
  }, [mayPass]);
}

interface AppErrorScreenProps {
  readonly error: unknown;
  /** Another try at what failed; without one the page is loaded by the router once more. */
  readonly onRetry?: () => void;
}

/** The error view inside the app: back to the top means a fresh home page, without a reload. */
export function AppErrorScreen({ error, onRetry }: AppErrorScreenProps) {
  const router = useRouter();
  const frame = useContext(PageFrame);
  const isCrowded = isApiError(error, 429);
  const words = describeError(error);
  const { title } = words;
  const text = isCrowded ? 'このままお待ちください。自動で読み込みます。' : words.text;
  const mayPass =
    isNetworkError(error) || isCrowded || (error instanceof ApiError && error.status >= 500);
  const retry =
    onRetry ??
    (() => {
      // The screen stays until the data is there: drawn before, the page would fail again.
      void router.invalidate().then(clearAppError);
    });
  useSecondChance(error, mayPass, retry);
  if (frame === 'auth' && (isNetworkError(error) || isCrowded)) {
    return (
      <Page title={title}>
        <EmptyState
          Icon={isCrowded ? IconHourglass : IconWifiOff}
          text={text}
          action={
            <PrimaryButton variant="default" onClick={retry}>
              もう一度読み込む
            </PrimaryButton>
          }
        />
      </Page>
    );
  }
  return (
    <ErrorView
      title={title}
      message={text}
      onRetry={mayPass ? retry : null}
      onBackToTop={() => {
        void router.navigate({ to: '/' }).then(() => {
          clearAppError();
          return router.invalidate();
        });
      }}
    />
  );
}

export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <ErrorView
      title="Page not found"
      message="ページが見つかりません。アドレスが変わったか、削除された可能性があります。"
      onBackToTop={() => void navigate({ to: '/' })}
    />
  );
}

/** Stands in place of a page that could not be loaded or drawn. */
export function RouteErrorScreen({ error }: { readonly error: unknown }) {
  const frame = useContext(PageFrame);
  if (error instanceof ChunkLoadError) return <ChunkErrorScreen error={error} />;
  const cause = unwrapCause(error);
  if (leadsElsewhere(cause)) return null;
  const staysInPlace = frame === null || (frame === 'auth' && isNetworkError(cause));
  return staysInPlace ? <LoggedErrorScreen error={cause} /> : <BrokenPage error={cause} />;
}

/** Hands the error to the root, which shows the error screen in place of the layout and the page. */
function BrokenPage({ error }: { readonly error: unknown }) {
  const pageId = usePageId();
  useLayoutEffect(() => {
    showAppError(error, pageId);
  }, [error, pageId]);
  return null;
}

interface LoggedErrorScreenProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

function LoggedErrorScreen(props: LoggedErrorScreenProps) {
  const { error } = props;
  useEffect(() => {
    logError(error);
  }, [error]);
  return <AppErrorScreen {...props} />;
}

/** Nothing is shown while the page may still be saved by a reload. */
function ChunkErrorScreen({ error }: { readonly error: ChunkLoadError }) {
  const frame = useContext(PageFrame);
  const [recovery, setRecovery] = useState<ChunkRecovery>('reloading');
  const recover = () => {
    void recoverFromChunkError().then(setRecovery);
  };
  useEffect(() => {
    void recoverFromChunkError().then(setRecovery);
  }, [error]);
  // The browser words a missing file like a lost network; here it is known which of the two it was.
  const [errors] = useState(() => ({
    unreachable: new NetworkError('Network Error'),
    'given-up': new Error(error.message),
  }));
  if (recovery === 'reloading') return null;
  if (recovery === 'given-up' && frame !== null) return <BrokenPage error={errors['given-up']} />;
  return <LoggedErrorScreen error={errors[recovery]} onRetry={recover} />;
}
