import { deviceStorage } from '#lib/browser-storage.ts';

/** Event of Chromium that the DOM types do not contain. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let caught: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(prompt: InstallPrompt | null): void {
  caught = prompt;
  for (const listener of listeners) listener();
}

/**
 * Suppresses the browser's install prompt, which appears once, early and above the content. The app
 * offers the installation itself instead.
 */
export function catchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(event as InstallPrompt);
  });
  addEventListener('appinstalled', () => {
    set(null);
  });
}

export function canInstall(): boolean {
  return caught !== null;
}

export function subscribeToInstall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's install prompt. Each prompt can be used once. */
export async function promptInstall(): Promise<void> {
  const prompt = caught;
  set(null);
  await prompt?.prompt();
}

/**
 * Returns whether the app runs in a tab. Safari has its own property for it, only on phones and
 * tablets.
 */
export function isInTab(): boolean {
  const { standalone } = navigator as { readonly standalone?: boolean };
  return standalone !== true && !matchMedia('(display-mode: standalone)').matches;
}

/** Returns whether the member has to install the app by hand, as on iPhone and iPad. */
export function installsByHand(): boolean {
  return 'standalone' in navigator;
}

const storageKey = 'tanren:install';

interface InstallMark {
  /** The last two days on which the home page was opened. */
  readonly days: readonly string[];
  readonly dismissed: boolean;
}

function readMark(): InstallMark {
  const mark = deviceStorage.readJson(storageKey) as InstallMark | null;
  return mark !== null && Array.isArray(mark.days) ? mark : { days: [], dismissed: false };
}

/**
 * Records a visit and returns whether to offer the installation: from the second day on, unless the
 * member has declined.
 */
export function recordVisitForInstall(day: string): boolean {
  const { days, dismissed } = readMark();
  const known = days.includes(day) ? days : [...days, day].slice(-2);
  if (known !== days) deviceStorage.saveJson(storageKey, { days: known, dismissed });
  return known.length > 1 && !dismissed;
}

export function dismissInstall(): void {
  deviceStorage.saveJson(storageKey, { ...readMark(), dismissed: true });
}
