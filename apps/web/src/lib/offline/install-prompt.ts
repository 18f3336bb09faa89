/** Chromium's, which the DOM's types do not have. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

let caught: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function set(prompt: InstallPrompt | null): void {
  caught = prompt;
  for (const listener of listeners) listener();
}

/** The browser offers it once, early and at the top of whatever is read: we offer it in its place. */
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

/** A prompt serves once. */
export async function askToInstall(): Promise<void> {
  const prompt = caught;
  set(null);
  await prompt?.prompt();
}

/** As long as the app runs in a tab. Safari tells it in a way of its own, and only on phones. */
export function isInTab(): boolean {
  const { standalone } = navigator as { readonly standalone?: boolean };
  return standalone !== true && !matchMedia('(display-mode: standalone)').matches;
}

/** Where the app is installed by hand: iPhone and iPad. */
export function installsByHand(): boolean {
  return 'standalone' in navigator;
}

const storageKey = 'tanren:install';

interface InstallMark {
  /** The last two days on which home was opened. */
  readonly days: readonly string[];
  readonly dismissed: boolean;
}

function readMark(): InstallMark {
  try {
    const mark = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as InstallMark | null;
    return mark !== null && Array.isArray(mark.days) ? mark : { days: [], dismissed: false };
  } catch {
    return { days: [], dismissed: false };
  }
}

function writeMark(mark: InstallMark): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(mark));
  } catch {
    // Without storage nobody is known to come back.
  }
}

/** Whoever comes for the second time may want to keep it; who has said no is not asked again. */
export function noteVisitForInstall(day: string): boolean {
  const { days, dismissed } = readMark();
  const known = days.includes(day) ? days : [...days, day].slice(-2);
  if (known !== days) writeMark({ days: known, dismissed });
  return known.length > 1 && !dismissed;
}

export function dismissInstall(): void {
  writeMark({ ...readMark(), dismissed: true });
}
