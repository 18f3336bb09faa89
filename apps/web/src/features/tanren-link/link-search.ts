/** The code of a scanned link. A router reads digits without a dash as a number. */
export function readLinkSearch(search: Record<string, unknown>): { code?: string } {
  const { code } = search;
  return typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {};
}
