const key = 'tanren:reservation-gym';

/** The gym that was chosen last on this phone. Storage may be forbidden: then there is none. */
export function readKeptGym(): number | null {
  try {
    return Number(localStorage.getItem(key)) || null;
  } catch {
    return null;
  }
}

export function keepGym(gymId: number): void {
  try {
    localStorage.setItem(key, String(gymId));
  } catch {
    // The address remembers it as well.
  }
}
