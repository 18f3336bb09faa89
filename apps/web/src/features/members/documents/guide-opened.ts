/*
 * Whether the guide was opened on this device: then the home page no longer leads to it. Nobody's
 * data, so that a shared phone needs no note for each member.
 */
const key = 'tanren:guide-opened';

export function hasOpenedGuide(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage may be forbidden: then the link stays until the first workout.
    return false;
  }
}

export function noteGuideOpened(): void {
  try {
    localStorage.setItem(key, 'yes');
  } catch {
    // Full or forbidden: the link stays.
  }
}
