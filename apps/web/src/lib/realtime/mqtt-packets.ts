/*
 * The six packets of MQTT 3.1.1 that the live channel needs (OASIS, section 3). The page only ever
 * talks to the gateway of our own server, and only listens: a whole client is 83 kB and a quarter of a
 * second of a slow phone, just when a member links a machine. See docs/decisions/0032.
 */

/** The first byte of a packet: its type, and for some a fixed flag. */
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

/** Of two bytes. */
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

/** A clean session with a user's name and password. */
const cleanWithPassword = 0b1100_0010;
/** What MQTT calls 3.1.1. */
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

/** Each message at most once: a lost one is no harm, the next says everything. */
export function writeSubscribe(id: number, topics: readonly string[]): Uint8Array<ArrayBuffer> {
  const wanted = topics.flatMap((topic) => [...writeText(topic), 0]);
  return writePacket(types.subscribe, [...writeNumber(id), ...wanted]);
}

export const ping = Uint8Array.of(0xc0, 0);

export type Received =
  | { readonly kind: 'connected'; readonly code: number }
  | { readonly kind: 'subscribed'; readonly id: number; readonly isRefused: boolean }
  | { readonly kind: 'message'; readonly text: string }
  /** An answer to a ping, and whatever else says nothing to us. */
  | { readonly kind: 'other' };

/** Ours are below 16 kB; a longer one is no packet. */
const longest = 1_000_000;

/** Takes what comes through the socket, in whatever pieces, and answers the packets that are whole. */
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

/** Null: the length itself has not come whole. */
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
    const isRefused = body.subarray(2).some((code) => code >= 128);
    return { kind: 'subscribed', id: readNumber(0), isRefused };
  }
  // Without its flags: whether it is kept or sent again makes no difference here.
  if ((type & 0xf0) !== types.publish) return { kind: 'other' };
  const isNumbered = (type & 0b110) !== 0;
  const start = 2 + readNumber(0) + (isNumbered ? 2 : 0);
  return { kind: 'message', text: decoder.decode(body.subarray(start)) };
}
