import { useEffect, useEffectEvent } from 'react';

/**
 * In a cellar gym the network is often gone for a moment only, and an outage is over when the page
 * is looked at again: nobody should have to ask again.
 */
export function useSecondChance(mayPass: boolean, retry: () => void): void {
  const onReturn = useEffectEvent(retry);
  useEffect(() => {
    if (!mayPass) return;
    const tell = () => {
      onReturn();
    };
    const seeAgain = () => {
      if (document.visibilityState === 'visible') onReturn();
    };
    addEventListener('online', tell);
    document.addEventListener('visibilitychange', seeAgain);
    return () => {
      removeEventListener('online', tell);
      document.removeEventListener('visibilitychange', seeAgain);
    };
  }, [mayPass]);
}
