import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** False in prerendered HTML and in the render that takes it over, so that both are the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
