/**
 * Runs a function when the page has been drawn and the browser is idle. Safari has no idle
 * callback, so a timer replaces it.
 */
export function whenIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 500);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(run, { timeout: 5000 });
  return () => {
    cancelIdleCallback(handle);
  };
}
