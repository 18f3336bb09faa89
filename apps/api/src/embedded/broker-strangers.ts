/** Connections that have not signed in, by address: they cost memory and prove nothing. */
export interface Strangers {
  /** null when the address has too many; otherwise to be called when it is one no longer. */
  admit(address: string): (() => void) | null;
}

export function createStrangers(limit: number): Strangers {
  const counts = new Map<string, number>();
  return {
    admit(address) {
      const count = counts.get(address) ?? 0;
      if (count >= limit) return null;
      counts.set(address, count + 1);
      let counted = true;
      return () => {
        if (!counted) return;
        counted = false;
        const left = (counts.get(address) ?? 1) - 1;
        if (left === 0) counts.delete(address);
        else counts.set(address, left);
      };
    },
  };
}
