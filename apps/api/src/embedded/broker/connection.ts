import { Duplex } from 'node:stream';

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

interface PacketAllowance {
  readonly bytes: number;
  readonly perSecond: number;
}

export interface BrokerConnection {
  readonly stream: Duplex;
  /** From now on packets may be so large, and so many. */
  allowPackets(allowance: PacketAllowance): void;
  /** One more of its messages is being worked on. */
  takeMessage(): void;
  settleMessage(): void;
}

/** Messages of one client that are worked on at once; the next stay in its socket. */
const inFlightLimit = 32;

/**
 * A connection as the broker sees it: no packet above the limit, no flood of small ones, and not
 * read from while its client has too much under way. The broker itself would go on reading.
 */
export function guardConnection(raw: Duplex, first: PacketAllowance): BrokerConnection {
  const countPackets = createPacketScanner();
  let allowance = first;
  /** Packets that may come at once; they grow again with the time, up to those of a second. */
  let left = first.perSecond;
  let countedAt = performance.now();
  const findFault = (chunk: Buffer): string | null => {
    const packets = countPackets(chunk, allowance.bytes);
    if (packets === null) return 'packet too large';
    const now = performance.now();
    const { perSecond } = allowance;
    left = Math.min(perSecond, left + ((now - countedAt) / 1000) * perSecond) - packets;
    countedAt = now;
    return left < 0 ? 'too many packets' : null;
  };
  let inFlight = 0;
  let wanted = false;
  const readOn = () => {
    if (wanted && inFlight < inFlightLimit) raw.resume();
  };

  let gathering = false;
  /**
   * What the broker writes within one turn of the event loop is sent in one piece: a batch of
   * workouts is answered at once, and each separate write would cost as much as the answer itself.
   */
  const send = (chunk: Buffer, done: () => void) => {
    if (!gathering) {
      gathering = true;
      raw.cork();
      setImmediate(() => {
        gathering = false;
        raw.uncork();
      });
    }
    if (raw.write(chunk)) done();
    else raw.once('drain', done);
  };

  const stream = new Duplex({
    read: () => {
      wanted = true;
      readOn();
    },
    write: (chunk: Buffer, _encoding, done) => {
      send(chunk, done);
    },
    writev: (pieces, done) => {
      send(Buffer.concat(pieces.map(({ chunk }) => chunk as Buffer)), done);
    },
    final: (done) => {
      raw.end(done);
    },
    destroy: (error, done) => {
      // Sends what was written last, such as the reason of a refusal.
      if (gathering) raw.uncork();
      raw.destroy();
      done(error);
    },
    decodeStrings: true,
  });

  raw.pause();
  raw.on('data', (chunk: Buffer) => {
    const fault = findFault(chunk);
    if (fault !== null) {
      stream.destroy(new Error(fault));
      return;
    }
    wanted = stream.push(chunk);
    if (!wanted || inFlight >= inFlightLimit) raw.pause();
  });
  raw.on('end', () => stream.push(null));
  raw.on('error', (error) => stream.destroy(error));
  raw.on('close', () => stream.destroy());

  return {
    stream,
    allowPackets: (next) => {
      allowance = next;
      left = next.perSecond;
    },
    takeMessage: () => {
      inFlight += 1;
      if (inFlight >= inFlightLimit) raw.pause();
    },
    settleMessage: () => {
      inFlight -= 1;
      readOn();
    },
  };
}
