import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getToasts, hideToast } from '#ui/toaster.ts';
import { expectNoMistakes, fetchAnswer, resetAnswers } from './answers.ts';
import { expectQuietConsole, watchConsole } from './console.ts';
import { unmountPage } from './render.tsx';
import { configureTestAuth } from './session.ts';

document.documentElement.lang = 'ja';
document.documentElement.dataset['mantineColorScheme'] = 'dark';
globalThis.fetch = fetchAnswer;
configureTestAuth();

beforeEach(async () => {
  watchConsole();
  await page.viewport(390, 844);
});

afterEach(() => {
  unmountPage();
  for (const { id } of getToasts()) hideToast(id);
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  resetAnswers();
  vi.restoreAllMocks();
  expectNoMistakes();
  expectQuietConsole();
});
