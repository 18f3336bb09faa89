const key = 'tanren:seen-cancellations';

/**
 * The reservations, cancelled by the gym, that somebody has said on this device to know of. Ids
 * are nobody else's: a shared phone needs no list for each member.
 */
export function readAcknowledged(): readonly number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    // Storage may be forbidden, or written by somebody else.
    return [];
  }
}

/** Far more than can be shown at once: what is older is over. */
const mostKept = 50;

export function acknowledge(ids: readonly number[]): readonly number[] {
  const all = [...new Set([...readAcknowledged(), ...ids])].slice(-mostKept);
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // It is told again on the next visit.
  }
  return all;
}
