import fc from 'fast-check';
import mqttPacket from 'mqtt-packet';
import { expect, test } from 'vitest';
import {
  createPacketReader,
  ping,
  type Received,
  writeConnect,
  writeSubscribe,
} from './mqtt-packets.ts';

/** Parses our bytes with a library that brokers use. */
function readByLibrary(bytes: Uint8Array): mqttPacket.Packet[] {
  const packets: mqttPacket.Packet[] = [];
  const parser = mqttPacket.parser();
  parser.on('packet', (packet: mqttPacket.Packet) => packets.push(packet));
  parser.on('error', (error: Error) => {
    throw error;
  });
  parser.parse(Buffer.from(bytes));
  return packets;
}

function readInPieces(bytes: Uint8Array, sizes: readonly number[]): Received[] {
  const received: Received[] = [];
  const read = createPacketReader();
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    received.push(...read(Uint8Array.from(bytes.subarray(at, at + size)).buffer));
    at += size;
  }
  return received;
}

test('a library can read every written packet', () => {
  const text = fc.string({ minLength: 1, maxLength: 400, unit: 'grapheme' });
  fc.assert(
    fc.property(text, text, text, ([...clientId], username, password) => {
      const credentials = { clientId: clientId.join(''), username, password };
      const [packet, ...more] = readByLibrary(writeConnect(credentials, 300));
      expect(more).toEqual([]);
      expect(packet).toMatchObject({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        keepalive: 300,
        clientId: credentials.clientId,
        username,
        password: Buffer.from(password),
      });
    }),
  );
  expect(readByLibrary(writeSubscribe(258, ['a/b', '会員/live']))).toMatchObject([
    {
      cmd: 'subscribe',
      messageId: 258,
      subscriptions: [
        { topic: 'a/b', qos: 0 },
        { topic: '会員/live', qos: 0 },
      ],
    },
  ]);
  expect(readByLibrary(ping)).toMatchObject([{ cmd: 'pingreq' }]);
});

test('reads every packet of a library, in any pieces', () => {
  const packet = fc.oneof(
    fc.record({ qos: fc.constantFrom(0, 1), payload: fc.string({ maxLength: 20_000 }) }),
    fc.constantFrom('connack', 'suback', 'refusal', 'pingresp'),
  );
  fc.assert(
    fc.property(fc.array(packet), fc.array(fc.integer({ min: 1, max: 5000 })), (sent, sizes) => {
      const written = sent.map((one): [mqttPacket.Packet, Received] => {
        if (one === 'connack') {
          return [
            { cmd: 'connack', returnCode: 5, sessionPresent: false },
            { kind: 'connected', code: 5 },
          ];
        }
        if (one === 'pingresp') return [{ cmd: 'pingresp' }, { kind: 'other' }];
        if (one === 'suback' || one === 'refusal') {
          const isRejected = one === 'refusal';
          return [
            { cmd: 'suback', messageId: 700, granted: isRejected ? [0, 128] : [0, 0] },
            { kind: 'subscribed', id: 700, isRejected },
          ];
        }
        const { qos, payload } = one;
        const flags = { dup: false, retain: false, qos, messageId: 9 };
        return [
          { cmd: 'publish', topic: '会員/live', payload, ...flags },
          { kind: 'message', text: payload },
        ];
      });
      const bytes = Buffer.concat(written.map(([one]) => mqttPacket.generate(one)));
      expect(readInPieces(bytes, sizes)).toEqual(written.map(([, received]) => received));
    }),
  );
});

test.each([
  ['a length of five bytes', [0x30, 0xff, 0xff, 0xff, 0xff, 0x01]],
  ['a length that nothing of ours has', [0x30, 0xff, 0xff, 0xff, 0x7f]],
])('rejects %s before it waits for the rest', (_name, bytes) => {
  const read = createPacketReader();
  expect(() => read(Uint8Array.from(bytes).buffer)).toThrow('Network');
});
