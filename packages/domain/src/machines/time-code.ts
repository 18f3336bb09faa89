export function timeStep(now: Date, stepSeconds: number): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}

/** HMAC function with its key. The caller supplies it, because this package has no cryptography. */
export type HmacSha1 = (message: Uint8Array) => Uint8Array;

/**
 * Returns the six digits of RFC 6238 for a time step. Where several codes exist at the same time,
 * `number` identifies each and follows the step in the hashed message. A code of eight digits
 * begins with the code of six.
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
