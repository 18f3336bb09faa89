import { useEffect, useState } from 'react';
import { ChunkLoadError, type ChunkRecovery, recoverFromChunkError } from '#lib/chunks.ts';
import { isApiError, NetworkError, unwrapCause } from '#lib/errors.ts';
import { AppErrorScreen } from './app-error-screen.tsx';

/** What a page shows when loading or drawing it failed. */
export function RouteErrorScreen({ error }: { readonly error: unknown }) {
  if (error instanceof ChunkLoadError) return <ChunkErrorScreen error={error} />;
  const cause = unwrapCause(error);
  // The session has ended: the page is about to be left for the sign-in.
  return isApiError(cause, 401) ? null : <LoggedErrorScreen error={cause} />;
}

interface LoggedErrorScreenProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

function LoggedErrorScreen(props: LoggedErrorScreenProps) {
  const { error } = props;
  useEffect(() => {
    console.error(error);
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
  const [told] = useState(() => ({
    unreachable: new NetworkError('Network Error'),
    'given-up': new Error(error.message),
  }));
  if (recovery === 'reloading') return null;
  return <LoggedErrorScreen error={told[recovery]} onRetry={recover} />;
}
