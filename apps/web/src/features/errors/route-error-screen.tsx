import { useEffect, useState } from 'react';
import { ChunkLoadError, type ChunkRecovery, recoverFromChunkError } from '#lib/chunks.ts';
import { NetworkError, unwrapCause } from '#lib/errors.ts';
import { AppErrorScreen } from './app-error-screen.tsx';
import { useNetworkReturn } from './use-network-return.ts';

/** What a page shows when loading or drawing it failed. */
export function RouteErrorScreen({ error }: { readonly error: unknown }) {
  return error instanceof ChunkLoadError ? (
    <ChunkErrorScreen error={error} />
  ) : (
    <LoggedErrorScreen error={unwrapCause(error)} />
  );
}

function LoggedErrorScreen({ error }: { readonly error: unknown }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return <AppErrorScreen error={error} />;
}

/** Nothing is shown while the page may still be saved by a reload. */
function ChunkErrorScreen({ error }: { readonly error: ChunkLoadError }) {
  const [recovery, setRecovery] = useState<ChunkRecovery>('reloading');
  useEffect(() => {
    void recoverFromChunkError().then(setRecovery);
  }, [error]);
  useNetworkReturn(recovery === 'unreachable', () => {
    void recoverFromChunkError().then(setRecovery);
  });
  if (recovery === 'reloading') return null;
  // The browser words a missing file like a lost network; here it is known which of the two it was.
  const told =
    recovery === 'unreachable' ? new NetworkError('Network Error') : new Error(error.message);
  return <LoggedErrorScreen error={told} />;
}
