/**
 * Storage that needs no `try`. A browser may forbid storage, and storage can be full. Reads then
 * return `null`, and saving returns `false`.
 */
export interface SafeStorage {
  read(key: string): string | null;
  /** Returns `null` also for text that is not JSON. */
  readJson(key: string): unknown;
  save(key: string, text: string): boolean;
  saveJson(key: string, value: unknown): boolean;
  remove(key: string): void;
  listKeys(): string[];
}

/** Opens storage again for each call, because a browser that forbids it throws on opening. */
export function createSafeStorage(open: () => Storage): SafeStorage {
  const attempt = <T>(act: (storage: Storage) => T, otherwise: T): T => {
    try {
      return act(open());
    } catch {
      return otherwise;
    }
  };
  const save = (key: string, text: string) =>
    attempt((storage) => {
      storage.setItem(key, text);
      return true;
    }, false);
  return {
    read: (key) => attempt((storage) => storage.getItem(key), null),
    readJson: (key) =>
      attempt<unknown>((storage) => JSON.parse(storage.getItem(key) ?? 'null'), null),
    save,
    saveJson: (key, value) => save(key, JSON.stringify(value)),
    remove: (key) => {
      attempt((storage) => {
        storage.removeItem(key);
      }, undefined);
    },
    listKeys: () => attempt((storage) => Object.keys(storage), []),
  };
}

/** Storage of this device, shared by all tabs. */
export const deviceStorage = createSafeStorage(() => localStorage);

/** Storage of this tab, which survives a reload. Signing out clears it. */
export const tabStorage = createSafeStorage(() => sessionStorage);
