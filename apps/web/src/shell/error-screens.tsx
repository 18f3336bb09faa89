import { IconCloudOff, IconHourglass, IconWifiOff } from '@tabler/icons-react';
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
  describeWait,
  isApiError,
  isNetworkError,
  leadsElsewhere,
  logError,
  NetworkError,
  readCrowdedWaitMs,
  readSupportNumber,
  showAppError,
  unwrapCause,
} from '#lib/errors.ts';
import type { PageLayout } from '#lib/route-guard.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { ErrorView, SupportNumber } from '#ui/feedback/error-view.tsx';
import { Page } from '#ui/page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';

/** Layout around the page. `null` if there is none. */
const PageFrame = createContext<PageLayout | null>(null);

export const PageFrameProvider = PageFrame.Provider;

/** Returns the id of the shown page. The errors of a page end when another page is shown. */
export function usePageId(): string {
  return useMatches({ select: (matches) => matches.map(({ id }) => id).join(' ') });
}

/** Returns whether another attempt may succeed: the call was lost, or the server is overloaded. */
function mayPass(error: unknown): boolean {
  const isServerDown = error instanceof ApiError && error.status >= 500;
  return isNetworkError(error) || isApiError(error, 429) || isServerDown;
}

/**
 * Returns whether the frame stays around the error. It stays if the page only could not be loaded,
 * because other pages may be available. Any other error replaces the whole page.
 */
export function keepsFrame(error: unknown): boolean {
  return error instanceof ChunkLoadError || mayPass(unwrapCause(error));
}

/**
 * Retries by itself. In a cellar gym the network is often lost for a moment only, and an outage may
 * be over when the page becomes visible again. After too many calls the server names the time of
 * the next attempt.
 */
function useSecondChance(error: unknown, retry: () => void): void {
  const canPass = mayPass(error);
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
    if (!canPass) return;
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
  }, [canPass]);
}

interface AppErrorScreenProps {
  readonly error: unknown;
  /** Retries the failed action. By default the router loads the page again. */
  readonly onRetry?: () => void;
}

/** Shows an error inside the app. The link to the top opens a fresh home page without a reload. */
export function AppErrorScreen({ error, onRetry }: AppErrorScreenProps) {
  const router = useRouter();
  const frame = useContext(PageFrame);
  const waitMs = readCrowdedWaitMs(error);
  const words = describeError(error);
  const { title } = words;
  const text =
    waitMs === null
      ? words.text
      : `このままお待ちください。${describeWait(Math.ceil(waitMs / 1000))}後に自動で読み込みます。`;
  const retry =
    onRetry ??
    (() => {
      // The screen stays until the data is loaded. Otherwise the page would fail again.
      void router.invalidate().then(clearAppError);
    });
  useSecondChance(error, retry);
  if (frame === 'auth' && mayPass(error)) {
    return (
      <Page title={title}>
        <EmptyState
          Icon={
            waitMs !== null ? IconHourglass : isNetworkError(error) ? IconWifiOff : IconCloudOff
          }
          text={text}
          action={
            <PrimaryButton variant="default" onClick={retry}>
              もう一度読み込む
            </PrimaryButton>
          }
        />
        <SupportNumber number={readSupportNumber(error)} />
      </Page>
    );
  }
  return (
    <ErrorView
      title={title}
      message={text}
      onRetry={mayPass(error) ? retry : null}
      supportNumber={readSupportNumber(error)}
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
      overline="Page not found"
      title="ページが見つかりません"
      message="アドレスが変わったか、削除された可能性があります。"
      onBackToTop={() => void navigate({ to: '/' })}
    />
  );
}

/** Replaces a page that could not be loaded or drawn. */
export function RouteErrorScreen({ error }: { readonly error: unknown }) {
  const frame = useContext(PageFrame);
  if (error instanceof ChunkLoadError) return <ChunkErrorScreen error={error} />;
  const cause = unwrapCause(error);
  if (leadsElsewhere(cause)) return null;
  const staysInPlace = frame === null || (frame === 'auth' && keepsFrame(cause));
  return staysInPlace ? <LoggedErrorScreen error={cause} /> : <BrokenPage error={cause} />;
}

/**
 * Passes the error to the root, which shows the error screen instead of the layout and the page.
 */
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

/** Shows nothing while a reload may still repair the page. */
function ChunkErrorScreen({ error }: { readonly error: ChunkLoadError }) {
  const frame = useContext(PageFrame);
  const [recovery, setRecovery] = useState<ChunkRecovery>('reloading');
  const recover = () => {
    void recoverFromChunkError().then(setRecovery);
  };
  useEffect(() => {
    void recoverFromChunkError().then(setRecovery);
  }, [error]);
  // The browser reports a missing file like a lost network. Here it is known which of the two it
  // was.
  const [errors] = useState(() => ({
    unreachable: new NetworkError('Network Error'),
    'given-up': new Error(error.message),
  }));
  if (recovery === 'reloading') return null;
  if (recovery === 'given-up' && frame !== null) return <BrokenPage error={errors['given-up']} />;
  return <LoggedErrorScreen error={errors[recovery]} onRetry={recover} />;
}
