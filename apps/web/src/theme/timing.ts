/** Milliseconds, except the height in px. */
export const loadingBar = {
  throttle: 200,
  duration: 2000,
  hideDelay: 500,
  resetDelay: 400,
  height: 3,
} as const;

export const toast = { autoClose: 3000 } as const;

export const headUpdateDebounce = 10;

/** The live channel of a linked machine: ms, the buffer in messages. */
export const realtime = {
  connectTimeout: 15_000,
  subscribeTimeout: 15_000,
  keepAlive: 300_000,
  checkInterval: 5_000,
  staleAfter: 65_000,
  firstReconnect: 5_000,
  reconnectInterval: 60_000,
  bufferSize: 5_000,
} as const;
