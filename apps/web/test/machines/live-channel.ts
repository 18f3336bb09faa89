import { BoardMessage } from '@tanren/contract/booking/gym-messages';
import { MemberLiveMessage } from '@tanren/contract/machines/machine-messages';
import * as Type from 'typebox';
import { Value } from 'typebox/value';
import { onTestFinished } from 'vitest';
import { liveFeed } from '#features/machines/link/use-tanren-link.ts';

// The page loads this module on demand, and the module keeps the timers of that moment. Loading it
// here makes it keep the real timers.
await import('mqtt');

/** The packets of MQTT 3.1.1 that a subscriber sends, by the upper half of their first byte. */
const connect = 1;
const subscribe = 8;
const ping = 12;

const encoder = new TextEncoder();

interface Packet {
  readonly kind: number;
  readonly body: Uint8Array;
  readonly size: number;
}

/** Returns `null` while the packet is incomplete. */
function readPacket(bytes: Uint8Array): Packet | null {
  let [length, index] = [0, 1];
  for (let shift = 0; ; shift += 7, index += 1) {
    const byte = bytes[index];
    if (byte === undefined) return null;
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  const start = index + 1;
  if (bytes.length < start + length) return null;
  const body = bytes.slice(start, start + length);
  return { kind: (bytes[0] ?? 0) >> 4, body, size: start + length };
}

function writePacket(firstByte: number, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  let rest = body.length;
  do {
    length.push(rest < 0x80 ? rest : (rest & 0x7f) | 0x80);
    rest >>= 7;
  } while (rest > 0);
  return new Uint8Array([firstByte, ...length, ...body]);
}

function writeText(text: string): number[] {
  const bytes = encoder.encode(text);
  return [bytes.length >> 8, bytes.length & 0xff, ...bytes];
}

/**
 * Returns the topics of a subscription. Each has its length, its text, and a byte for the quality.
 */
function readTopics(body: Uint8Array): string[] {
  const topics: string[] = [];
  for (let index = 2; index < body.length;) {
    const length = ((body[index] ?? 0) << 8) | (body[index + 1] ?? 0);
    topics.push(new TextDecoder().decode(body.slice(index + 2, index + 2 + length)));
    index += 2 + length + 1;
  }
  return topics;
}

/** Whether new sockets can connect. */
let isReachable = true;
let sockets: BrokerSocket[] = [];

/** A socket with a broker at its other end, which accepts every client and every topic. */
class BrokerSocket extends EventTarget {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSING = 2;
  readonly CLOSED = 3;
  readonly bufferedAmount = 0;
  readonly url: string;
  binaryType = 'blob';
  readyState = 0;
  topics: string[] = [];
  private received = new Uint8Array();

  constructor(url: string | URL) {
    super();
    this.url = String(url);
    sockets.push(this);
    queueMicrotask(() => {
      if (this.readyState !== this.CONNECTING) return;
      if (!isReachable) {
        this.close();
        return;
      }
      this.readyState = this.OPEN;
      this.dispatchEvent(new Event('open'));
    });
  }

  send(data: Uint8Array): void {
    this.received = new Uint8Array([...this.received, ...data]);
    for (let packet = readPacket(this.received); packet; packet = readPacket(this.received)) {
      this.received = this.received.slice(packet.size);
      this.answer(packet);
    }
  }

  private answer({ kind, body }: Packet): void {
    if (kind === connect) this.deliver(writePacket(0x20, new Uint8Array([0, 0])));
    if (kind === ping) this.deliver(writePacket(0xd0, new Uint8Array()));
    if (kind !== subscribe) return;
    this.topics = readTopics(body);
    const number = body.slice(0, 2);
    this.deliver(writePacket(0x90, new Uint8Array([...number, ...this.topics.map(() => 0)])));
  }

  deliver(packet: Uint8Array<ArrayBuffer>): void {
    queueMicrotask(() => {
      if (this.readyState !== this.OPEN) return;
      this.dispatchEvent(new MessageEvent('message', { data: packet.buffer }));
    });
  }

  close(): void {
    if (this.readyState === this.CLOSED) return;
    this.readyState = this.CLOSED;
    queueMicrotask(() => this.dispatchEvent(new Event('close')));
  }
}

/**
 * Replaces the browser's sockets until the end of the test with enough MQTT for the real client:
 * published messages reach the subscribers of their topic.
 */
export function openLiveChannel() {
  const original = globalThis.WebSocket;
  [isReachable, sockets] = [true, []];
  globalThis.WebSocket = BrokerSocket as unknown as typeof WebSocket;
  onTestFinished(() => {
    // A tab has one feed, and the next test has another member.
    liveFeed.clear();
    globalThis.WebSocket = original;
  });
  const listening = (topic: string) =>
    sockets.filter(({ readyState, OPEN, topics }) => readyState === OPEN && topics.includes(topic));
  return {
    publish(topic: string, message: MemberLiveMessage | BoardMessage): void {
      if (!Value.Check(Type.Union([MemberLiveMessage, BoardMessage]), message)) {
        throw new Error(`not of the contract: ${JSON.stringify(message)}`);
      }
      const payload = encoder.encode(JSON.stringify(message));
      const packet = writePacket(0x30, new Uint8Array([...writeText(topic), ...payload]));
      for (const socket of listening(topic)) socket.deliver(packet);
    },
    isSubscribed: (topic: string) => listening(topic).length > 0,
    /** Returns the number of sockets that were opened since the test began. */
    count: () => sockets.length,
    /** Closes every socket, and new ones too, until it is reachable again. */
    setReachable(reachable: boolean): void {
      isReachable = reachable;
      if (!reachable) for (const socket of sockets) socket.close();
    },
  };
}
