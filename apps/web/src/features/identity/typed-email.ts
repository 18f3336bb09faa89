const storageKey = 'tanren:email';

/** The address goes along between the pages of the way in, and stays when one is reloaded. */
export function keepTypedEmail(storage: Storage, email: string): void {
  try {
    storage.setItem(storageKey, email);
  } catch (error) {
    console.error(error);
  }
}

export function readTypedEmail(storage: Storage): string {
  return storage.getItem(storageKey) ?? '';
}

export function forgetTypedEmail(storage: Storage): void {
  storage.removeItem(storageKey);
}
