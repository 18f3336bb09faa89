import type { RealtimeChannel } from './realtime-channel.ts';

/** Sleep and a change of network leave sockets that look alive: the page notices first. */
export function watchWaking(
  channel: Pick<RealtimeChannel, 'reconnect' | 'goOffline' | 'wake'>,
): () => void {
  const seeAgain = () => {
    if (document.visibilityState === 'visible') channel.wake();
  };
  window.addEventListener('online', channel.reconnect);
  window.addEventListener('offline', channel.goOffline);
  // Some browsers freeze a page and thaw it without a change of visibility.
  window.addEventListener('pageshow', seeAgain);
  document.addEventListener('visibilitychange', seeAgain);
  return () => {
    window.removeEventListener('online', channel.reconnect);
    window.removeEventListener('offline', channel.goOffline);
    window.removeEventListener('pageshow', seeAgain);
    document.removeEventListener('visibilitychange', seeAgain);
  };
}
