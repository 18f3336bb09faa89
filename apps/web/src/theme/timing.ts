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
