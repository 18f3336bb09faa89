import { IconWifiOff } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
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
  unwrapCause,
} from '#lib/errors.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { ErrorView } from '#ui/feedback/error-view.tsx';
import { Page } from '#ui/page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';

/** Whether header and navigation stand around the page. */
const PageFrame = createContext(false);

export const PageFrameProvider = PageFrame.Provider;

function useIsFramed(): boolean {
  return useContext(PageFrame);
}

/**
 * A page that only did not get through leaves its frame in place: other pages may be at hand. What
 * broke takes the whole page.
 */
export function keepsFrame(error: unknown): boolean {
  return error instanceof ChunkLoadError || isNetworkError(unwrapCause(error));
}

/**
 * In a cellar gym the network is often gone for a moment only, and an outage is over when the page
 * is looked at again: nobody should have to ask again.
 */
function useSecondChance(mayPass: boolean, retry: () => void): void {
  const onReturn = useEffectEvent(retry);
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
  const isFramed = useIsFramed();
  const { title, text } = describeError(error);
  const mayPass =
    isNetworkError(error) ||
    isApiError(error, 429) ||
    (error instanceof ApiError && error.status >= 500);
  const retry =
    onRetry ??
    (() => {
      clearAppError();
      void router.invalidate();
    });
  useSecondChance(mayPass, retry);
  if (isFramed && (onRetry !== undefined || mayPass)) {
    return (
      <Page title={title}>
        <EmptyState
          Icon={IconWifiOff}
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
      overline="Page not found"
      title="ページが見つかりません"
      message="アドレスが変わったか、削除された可能性があります。"
      onBackToTop={() => void navigate({ to: '/' })}
    />
  );
}

/** What a page shows when loading or drawing it failed. */
export function RouteErrorScreen({ error }: { readonly error: unknown }) {
  if (error instanceof ChunkLoadError) return <ChunkErrorScreen error={error} />;
  const cause = unwrapCause(error);
  return leadsElsewhere(cause) ? null : <LoggedErrorScreen error={cause} />;
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
  return <LoggedErrorScreen error={errors[recovery]} onRetry={recover} />;
}
