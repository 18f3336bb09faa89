import { Duplex } from 'node:stream';
import { createPacketScanner } from './broker-packet-scanner.ts';

export interface PacketAllowance {
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
   * What the broker says within one turn leaves in one piece: a batch of workouts is answered
   * at once, and each write of its own would cost as much as the answer itself.
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
      // Lets out what was said last, such as why somebody is refused.
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
