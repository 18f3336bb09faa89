/* Storage key that records that the guide was opened on this device, after which the home page
   no longer links to it. It is not personal data, so a shared phone needs no key per member. */
const key = 'tanren:guide-opened';

export function hasOpenedGuide(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage may be forbidden. The link then stays until the first workout.
    return false;
  }
}

export function recordGuideOpened(): void {
  try {
    localStorage.setItem(key, 'yes');
  } catch {
    // Storage may be full or forbidden. The link then stays.
  }
}
