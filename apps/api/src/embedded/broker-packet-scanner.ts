/**
 * Follows the lengths that MQTT packets announce, so that one too large is known by its first
 * bytes: the parser behind would gather up to 256 MiB before anybody could object. And it counts
 * them: 64 KiB may be one message, or 16,000 packets that each cost as much as one.
 */
export function createPacketScanner(): (chunk: Buffer, limit: number) => number | null {
  /** Bytes of the present packet still to come; null while its header is being read. */
  let body: number | null = null;
  let headerBytes = 0;
  let length = 0;

  /** How many packets begin here; null when one is too large, and the rest means nothing. */
  return (chunk, limit) => {
    let at = 0;
    let packets = 0;
    while (at < chunk.length) {
      if (body !== null && body > 0) {
        const step = Math.min(body, chunk.length - at);
        body -= step;
        at += step;
      }
      if (body === 0) body = null;
      const byte = body === null ? chunk[at] : undefined;
      if (byte === undefined) continue;
      at += 1;
      headerBytes += 1;
      // The first byte is the packet's type, then come 7 bits of its length each.
      if (headerBytes === 1) {
        packets += 1;
        continue;
      }
      length += (byte & 0x7f) * 128 ** (headerBytes - 2);
      if (length > limit || headerBytes > 5) return null;
      if (byte >= 0x80) continue;
      body = length;
      headerBytes = 0;
      length = 0;
    }
    return packets;
  };
}
