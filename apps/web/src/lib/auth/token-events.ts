/*
 * Events of the tokens. The files that delete or renew tokens announce them here, and the files that
 * depend on those files handle them.
 */

let clearCredentials = (): void => {};

/** Registers a function that deletes the other credentials together with the tokens. */
export function onTokensCleared(clear: () => void): void {
  clearCredentials = clear;
}

export function announceClearedTokens(): void {
  clearCredentials();
}

let handleRejection = (_error: unknown): void => {};

/**
 * Registers a function that is called after the user pool has rejected a renewal. Returns a function
 * that removes it.
 */
export function onRejectedRenewal(handle: (error: unknown) => void): () => void {
  handleRejection = handle;
  return () => {
    handleRejection = () => {};
  };
}

export function announceRejectedRenewal(error: unknown): void {
  handleRejection(error);
}
