import { Duplex } from 'node:stream';
import { createPacketScanner } from './broker-packet-scanner.ts';

export interface BrokerConnection {
  readonly stream: Duplex;
  /** From now on packets may have this many bytes. */
  allowPackets(bytes: number): void;
  /** One more of its messages is being worked on. */
  takeMessage(): void;
  settleMessage(): void;
}

/** Messages of one client that are worked on at once; the next stay in its socket. */
const inFlightLimit = 32;

/**
 * A connection as the broker sees it: no packet above the limit, and not read from while its
 * client has too much under way. The broker itself would go on reading.
 */
export function guardConnection(raw: Duplex, firstLimit: number): BrokerConnection {
  const mayPass = createPacketScanner();
  let limit = firstLimit;
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
    if (!mayPass(chunk, limit)) {
      stream.destroy(new Error('packet too large'));
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
    allowPackets: (bytes) => {
      limit = bytes;
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
