/*
 * The six packets of MQTT 3.1.1 that the live channel needs (OASIS, section 3). The page connects
 * only to the gateway of our own server, and only subscribes. A complete client is 83 kB and takes
 * a slow phone a quarter of a second, just when a member links a machine (docs/decisions/0032).
 */

/** First bytes of the packets: the type, and for some a fixed flag. */
const types = {
  connect: 0x10,
  connectAnswer: 0x20,
  publish: 0x30,
  subscribe: 0x82,
  subscribeAnswer: 0x90,
} as const;

const encoder = new TextEncoder();

function writeText(text: string): number[] {
  const bytes = encoder.encode(text);
  return [...writeNumber(bytes.length), ...bytes];
}

/** Encodes a number in two bytes. */
function writeNumber(value: number): number[] {
  return [value >> 8, value & 255];
}

function writePacket(type: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  for (let left = body.length; ; left >>= 7) {
    if (left < 128) {
      length.push(left);
      break;
    }
    length.push((left & 127) | 128);
  }
  return Uint8Array.from([type, ...length, ...body]);
}

interface Credentials {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

/** Flags for a clean session with user name and password. */
const cleanWithPassword = 0b1100_0010;
/** Protocol level of MQTT 3.1.1. */
const protocolLevel = 4;

export function writeConnect(
  { clientId, username, password }: Credentials,
  keepAliveSeconds: number,
): Uint8Array<ArrayBuffer> {
  return writePacket(types.connect, [
    ...writeText('MQTT'),
    protocolLevel,
    cleanWithPassword,
    ...writeNumber(keepAliveSeconds),
    ...writeText(clientId),
    ...writeText(username),
    ...writeText(password),
  ]);
}

/**
 * Encodes a subscription with quality of service 0. A lost message does no harm, because the next
 * one contains everything.
 */
export function writeSubscribe(id: number, topics: readonly string[]): Uint8Array<ArrayBuffer> {
  const wanted = topics.flatMap((topic) => [...writeText(topic), 0]);
  return writePacket(types.subscribe, [...writeNumber(id), ...wanted]);
}

export const ping = Uint8Array.of(0xc0, 0);

export type Received =
  | { readonly kind: 'connected'; readonly code: number }
  | { readonly kind: 'subscribed'; readonly id: number; readonly isRejected: boolean }
  | { readonly kind: 'message'; readonly text: string }
  /** Answer to a ping, or another packet that the page does not need. */
  | { readonly kind: 'other' };

/** Maximum packet length in bytes. Ours are below 16 kB, so a longer one is invalid. */
const longest = 1_000_000;

/**
 * Creates a reader that takes chunks of any size from the socket and returns the complete packets.
 */
export function createPacketReader(): (chunk: ArrayBuffer) => Received[] {
  let rest = new Uint8Array();
  return (chunk) => {
    const bytes = new Uint8Array(rest.length + chunk.byteLength);
    bytes.set(rest);
    bytes.set(new Uint8Array(chunk), rest.length);
    rest = bytes;
    const packets: Received[] = [];
    for (let size = measure(rest); size !== null; size = measure(rest)) {
      if (rest.length < size.whole) break;
      packets.push(readPacket(rest[0] ?? 0, rest.subarray(size.header, size.whole)));
      rest = rest.subarray(size.whole);
    }
    return packets;
  };
}

/** Returns the lengths of header and packet, or `null` while the length field is incomplete. */
function measure(bytes: Uint8Array): { header: number; whole: number } | null {
  let length = 0;
  for (let at = 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    length += (byte & 127) * 128 ** (at - 1);
    if (length > longest) break;
    if (byte < 128) return { header: at + 1, whole: at + 1 + length };
    if (at === 4) break;
  }
  if (length > longest || bytes.length > 4)
    throw new Error('Network: no packet of the live channel');
  return null;
}

const decoder = new TextDecoder();

function readPacket(type: number, body: Uint8Array): Received {
  const readNumber = (at: number) => ((body[at] ?? 0) << 8) | (body[at + 1] ?? 0);
  if (type === types.connectAnswer) return { kind: 'connected', code: body[1] ?? 0 };
  if (type === types.subscribeAnswer) {
    const isRejected = body.subarray(2).some((code) => code >= 128);
    return { kind: 'subscribed', id: readNumber(0), isRejected };
  }
  // The flags are masked out: retained or repeated messages are treated like all others.
  if ((type & 0xf0) !== types.publish) return { kind: 'other' };
  const isNumbered = (type & 0b110) !== 0;
  const start = 2 + readNumber(0) + (isNumbered ? 2 : 0);
  return { kind: 'message', text: decoder.decode(body.subarray(start)) };
}
