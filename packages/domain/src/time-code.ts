export function timeStep(now: Date, stepSeconds: number): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}

/**
 * The six digits of RFC 6238 for a time step. The HMAC-SHA-1 comes in with its key, because
 * this package has no cryptography of its own.
 */
export function timeCode(hmacSha1: (message: Uint8Array) => Uint8Array, step: number): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = hmacSha1(new Uint8Array(counter.buffer));
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  const offset = view.getUint8(view.byteLength - 1) & 0x0f;
  return String((view.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
