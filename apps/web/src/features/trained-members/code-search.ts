export interface CodeSearch {
  readonly code?: string;
}

/** The code of a scanned link. A router reads eight digits as a number. */
export function readCodeSearch({ code }: Record<string, unknown>): CodeSearch {
  return typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {};
}
