/** What this browser keeps for a member across visits: keys that begin with ours and name them. */
export function dropMemberStorage(sub: string): void {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '');
    for (const key of keys) {
      if (key.startsWith('tanren:') && key.split(':').includes(sub)) localStorage.removeItem(key);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
