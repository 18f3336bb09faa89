import { deviceStorage } from '#lib/browser-storage.ts';

/* Storage key that records that the guide was opened on this device, after which the home page
   no longer links to it. It is not personal data, so a shared phone needs no key per member. */
const key = 'tanren:guide-opened';

/** Returns `false` also when the browser forbids storage. The link then stays. */
export function hasOpenedGuide(): boolean {
  return deviceStorage.read(key) !== null;
}

export function recordGuideOpened(): void {
  deviceStorage.save(key, 'yes');
}
