import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { wipeDeviceData } from '#lib/offline/device-data.ts';
import { getToasts, hideToast } from '#ui/feedback/toasts.tsx';
import { expectNoMistakes, fetchAnswer, resetAnswers } from './answers.ts';
import { expectQuietConsole, watchConsole } from './console.ts';
import { pointFromInside, sendMouse } from './pointer.ts';
import { unmountPage } from './render.tsx';

document.documentElement.lang = 'ja';
globalThis.fetch = fetchAnswer;
pointFromInside();

/** Whether the pointer may be anywhere but in the corner. */
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
  // What is fetched ahead would mix with what a page asks for; tests about it let it happen.
  vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0);
  // This and the pointer take a frame each: only where a test has changed them.
  if (innerWidth !== 390 || innerHeight !== 844) await page.viewport(390, 844);
  if (!pointerMoved) return;
  // Where the test before has left it there may be a link now, which would load what it leads to.
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
  expectNoMistakes();
  expectQuietConsole();
});
