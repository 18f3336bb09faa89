import { useEffect, useEffectEvent } from 'react';

/** In a cellar gym the network is often gone for a moment only: nobody should have to ask again. */
export function useNetworkReturn(lost: boolean, retry: () => void): void {
  const onReturn = useEffectEvent(retry);
  useEffect(() => {
    if (!lost) return;
    const tell = () => {
      onReturn();
    };
    addEventListener('online', tell);
    return () => {
      removeEventListener('online', tell);
    };
  }, [lost]);
}
