export function timeStep(now: Date, stepSeconds: number): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}

/** Comes in with its key, because this package has no cryptography of its own. */
export type HmacSha1 = (message: Uint8Array) => Uint8Array;

/**
 * The six digits of RFC 6238 for a time step. Where several have a code at the same time, the
 * number of each follows the step in what is hashed. A code of eight digits begins with the six.
 */
export function timeCode(
  hmacSha1: HmacSha1,
  step: number,
  number?: number,
  digits: 6 | 8 = 6,
): string {
  const message = new DataView(new ArrayBuffer(number === undefined ? 8 : 12));
  message.setBigUint64(0, BigInt(step));
  if (number !== undefined) message.setUint32(8, number);
  const mac = hmacSha1(new Uint8Array(message.buffer));
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  const offset = view.getUint8(view.byteLength - 1) & 0x0f;
  const value = view.getUint32(offset) & 0x7fffffff;
  const six = String(value % 1_000_000).padStart(6, '0');
  return digits === 6 ? six : six + String(Math.floor(value / 1_000_000) % 100).padStart(2, '0');
}
