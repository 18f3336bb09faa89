import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { catchInstallPrompt } from '#lib/offline/install-prompt.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { button, heading, press } from '#test/support/locators.ts';
import { renderPage, unmountPage } from '#test/support/render.tsx';

const today = toGymDay(new Date());
const offer = () => page.getByRole('region', { name: 'ホーム画面に追加' });

beforeAll(catchInstallPrompt);

afterEach(() => {
  dispatchEvent(new Event('appinstalled'));
  Reflect.deleteProperty(navigator, 'standalone');
});

/**
 * Dispatches the install event of Chromium. Returns the function that is called when the member
 * accepts.
 */
function offerInstall() {
  const prompt = vi.fn<() => Promise<{ outcome: string }>>(async () => ({ outcome: 'accepted' }));
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  return prompt;
}

async function openHome(): Promise<void> {
  unmountPage();
  await renderPage('/');
  await expect.element(heading('テツさん')).toBeVisible();
}

function wasHere(day: string): void {
  localStorage.setItem('tanren:install', JSON.stringify({ days: [day], dismissed: false }));
}

test('does not offer installation at the first visit, however often the page is opened', async () => {
  offerInstall();
  await openHome();
  await openHome();
  await expect.element(offer()).not.toBeInTheDocument();
});

test('offers installation by one tap at the second visit', async () => {
  wasHere(addDays(today, -3));
  const prompt = offerInstall();
  await openHome();
  await expect.element(offer()).toBeVisible();
  await expectAccessible();
  await press('追加する');
  expect(prompt).toHaveBeenCalledTimes(1);
  await expect.element(offer()).not.toBeInTheDocument();
});

test('does not ask again after a refusal', async () => {
  wasHere(addDays(today, -1));
  offerInstall();
  await openHome();
  await press('今後表示しない');
  await expect.element(offer()).not.toBeInTheDocument();
  await openHome();
  await expect.element(offer()).not.toBeInTheDocument();
});

test('shows the steps on an iPhone, which has no such button', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: false });
  wasHere(addDays(today, -1));
  await openHome();
  await expect.element(offer().getByRole('listitem').nth(1)).toHaveTextContent('ホーム画面に追加');
  await expect.element(button('追加する')).not.toBeInTheDocument();
  await expectAccessible();
});

test('the installed app does not offer itself', async () => {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: true });
  wasHere(addDays(today, -1));
  await openHome();
  await expect.element(offer()).not.toBeInTheDocument();
});
