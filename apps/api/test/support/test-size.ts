/**
 * Storms, kills and faults have two sizes: `npm run test:long` runs the full one, `npm test` one
 * that is just large enough to reach the same bounds.
 */
export function bySize<T>(short: T, full: T): T {
  return process.env['TEST_LONG'] === '1' ? full : short;
}
