import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { wipeDeviceData } from '#lib/offline/device-data.ts';
import { getToasts, hideToast } from '#ui/feedback/toasts.tsx';
import { expectNoTestErrors, fetchAnswer, resetAnswers } from './answers.ts';
import { expectQuietConsole, watchConsole } from './console.ts';
import { pointFromInside, sendMouse } from './pointer.ts';
import { unmountPage } from './render.tsx';

document.documentElement.lang = 'ja';
globalThis.fetch = fetchAnswer;
pointFromInside();

/** Whether the pointer may be outside of the corner. */
let pointerMoved = true;
addEventListener(
  'pointermove',
  ({ isTrusted, clientX, clientY }) => {
    if (isTrusted) pointerMoved = clientX !== 0 || clientY !== 0;
  },
  { capture: true },
);

beforeEach(async () => {
  watchConsole();
  // Prefetching would mix with the calls of a page. Tests of prefetching restore it.
  vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0);
  // The viewport and the pointer take a frame each, so they are reset only if a test has changed
  // them.
  if (innerWidth !== 390 || innerHeight !== 844) await page.viewport(390, 844);
  if (!pointerMoved) return;
  // The previous test may have left the pointer where a link is now, which would prefetch its page.
  await sendMouse({ type: 'mouseMoved', x: 0, y: 0 });
});

afterEach(async () => {
  unmountPage();
  for (const { id } of getToasts()) hideToast(id);
  vi.useRealTimers();
  await wipeDeviceData(null);
  localStorage.clear();
  sessionStorage.clear();
  resetAnswers();
  vi.restoreAllMocks();
  expectNoTestErrors();
  expectQuietConsole();
});
