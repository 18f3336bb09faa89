/** When the page has been drawn and nothing is left to do. Safari has no callback for that. */
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
