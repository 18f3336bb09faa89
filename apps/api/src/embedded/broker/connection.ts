import { Duplex } from 'node:stream';

/**
 * Creates a scanner that reads the announced lengths of MQTT packets, so that one that is too large
 * is detected by its first bytes: the parser behind it would buffer up to 256 MiB. It also counts
 * packets, because 64 KiB may be one message or 16,000 packets that each cost as much as one.
 */
export function createPacketScanner(): (chunk: Buffer, limit: number) => number | null {
  /** Bytes of the current packet still to come. `null` while its header is being read. */
  let body: number | null = null;
  let headerBytes = 0;
  let length = 0;

  /**
   * Returns how many packets begin in the chunk. `null` when one is too large: then the rest cannot
   * be read.
   */
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
      // The first byte is the packet's type. Each following byte has 7 bits of its length.
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
  /** Sets new limits for the size and the rate of packets. */
  allowPackets(allowance: PacketAllowance): void;
  /** Counts one more message of this client in progress. */
  takeMessage(): void;
  finishMessage(): void;
}

/** Maximum number of messages of one client in progress. Further ones stay in its socket. */
const inFlightLimit = 32;

/**
 * Wraps a connection for the broker: it ends on a packet above the limit or on too many small
 * packets, and is not read while its client has too many messages in progress. The broker itself
 * would continue to read.
 */
export function guardConnection(raw: Duplex, first: PacketAllowance): BrokerConnection {
  const countPackets = createPacketScanner();
  let allowance = first;
  /** Packets that may arrive now. The number grows with time, up to the packets of one second. */
  let left = first.perSecond;
  let countedAt = performance.now();
  const findError = (chunk: Buffer): string | null => {
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
   * Sends everything that the broker writes within one turn of the event loop in one piece. A batch
   * of workouts is answered at once, and a separate write would cost as much as an answer itself.
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
      // Uncorking sends the last data, such as the reason of a rejection.
      if (gathering) raw.uncork();
      raw.destroy();
      done(error);
    },
    decodeStrings: true,
  });

  raw.pause();
  raw.on('data', (chunk: Buffer) => {
    const errorText = findError(chunk);
    if (errorText !== null) {
      stream.destroy(new Error(errorText));
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
    finishMessage: () => {
      inFlight -= 1;
      readOn();
    },
  };
}
