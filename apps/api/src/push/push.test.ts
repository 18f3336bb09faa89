import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  decryptPush,
  makeBrowser,
  openTestPushService,
  readVapid,
} from '#test/support/members/push-service.ts';
import { areBrowserKeys, encryptPush, longestMessage } from './encrypt-push.ts';
import { createPublicLookup, readPushEndpoint } from './push-endpoint.ts';
import { openPushService } from './push-service.ts';
import { openVapid } from './vapid.ts';

describe('push encryption', () => {
  test('can be decrypted by a function that decrypts the example of RFC 8291', () => {
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
    const keys = {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const x = 'JXGyvs3942BVGq8e0PTNNmwRzr5VX4m8t7GGpTM5FzE';
    const y = 'aOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
    const d = 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94';
    const key = { kty: 'EC', crv: 'P-256', x, y, d };
    const privateKey = createPrivateKey({ key, format: 'jwk' });
    const text = 'When I grow up, I want to be a watermelon';
    expect(decryptPush(Buffer.from(body, 'base64url'), { keys, privateKey })).toBe(text);
    const ours = encryptPush(Buffer.from(text), keys);
    expect(decryptPush(ours, { keys, privateKey })).toBe(text);
  });

  test('differs each time, and only the browser can decrypt it', () => {
    const [browser, other] = [
      makeBrowser('https://a.example/1'),
      makeBrowser('https://a.example/2'),
    ];
    const text = '空きが出ました'.repeat(20);
    const [first, second] = [text, text].map((each) =>
      encryptPush(Buffer.from(each), browser.keys),
    );
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
    expect(decryptPush(first ?? Buffer.alloc(0), browser)).toBe(text);
    expect(() => decryptPush(first ?? Buffer.alloc(0), other)).toThrow('unable to authenticate');
  });

  test('limits the size to what a push service accepts', () => {
    const { keys } = makeBrowser('https://a.example/1');
    expect(encryptPush(Buffer.alloc(longestMessage), keys)).toHaveLength(4096);
    expect(() => encryptPush(Buffer.alloc(longestMessage + 1), keys)).toThrow('too long');
  });

  test('rejects invalid keys', () => {
    const { p256dh, auth } = makeBrowser('https://a.example/1').keys;
    expect(areBrowserKeys({ p256dh, auth })).toBe(true);
    expect(areBrowserKeys({ p256dh, auth: auth.slice(0, 20) })).toBe(false);
    expect(areBrowserKeys({ p256dh: Buffer.alloc(65, 4).toString('base64url'), auth })).toBe(false);
    expect(areBrowserKeys({ p256dh: Buffer.alloc(65).toString('base64url'), auth })).toBe(false);
  });
});

describe('the address of a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QAbc',
    'https://wns2-ln2p.notify.windows.com/w/?token=abc',
  ])('accepts %s', (address) => {
    expect(readPushEndpoint(address)?.href).toBe(address);
  });

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://me:secret@fcm.googleapis.com/abc',
    'https://127.0.0.1/abc',
    'https://2130706433/abc',
    'https://0x7f.1/abc',
    'https://[::1]/abc',
    'https://203.0.113.9/abc',
    'https://localhost/abc',
    'https://db/abc',
    'https://router.lan/abc',
    'https://metadata.google.internal/abc',
    'file:///etc/passwd',
    'not an address',
  ])('rejects %s', (address) => {
    expect(readPushEndpoint(address)).toBeNull();
  });

  test.each([
    ['10.0.0.7', false],
    ['127.0.0.1', false],
    ['169.254.169.254', false],
    ['0.0.0.0', false],
    ['::1', false],
    ['::ffff:192.168.0.1', false],
    ['fd00::1', false],
    ['64:ff9b::a00:1', false],
    ['224.0.0.1', false],
    ['142.250.196.106', true],
    ['2404:6800:4004::200a', true],
  ])('connects to a name that resolves to %s: %s', async (address, connected) => {
    const family = address.includes(':') ? 6 : 4;
    const lookUp = createPublicLookup((_name, _options, done) => {
      done(null, [
        { address: '142.250.196.106', family: 4 },
        { address, family },
      ]);
    });
    const rejection = await new Promise<Error | null>((resolve) => {
      lookUp('push.example', { all: true }, resolve);
    });
    expect(rejection?.message ?? null).toBe(
      connected ? null : 'push.example leads into a private network',
    );
  });
});

const service = await openTestPushService();
const now = new Date('2026-11-17T00:00:00Z');

function sendTo(browser: ReturnType<typeof service.newBrowser>) {
  const message = { title: '題', body: '本文', path: '/reservations', topic: 'offer-1' };
  const { endpoint, keys } = browser;
  return service.push.send({ endpoint, keys, message, urgency: 'high', ttlSeconds: 600 }, now);
}

describe('a push', () => {
  test('contains sender, lifetime, urgency and topic', async () => {
    const browser = service.newBrowser();
    expect(await sendTo(browser)).toEqual({ kind: 'sent' });
    const push = service.received.at(-1);
    expect(push?.message).toEqual({
      title: '題',
      body: '本文',
      path: '/reservations',
      topic: 'offer-1',
    });
    expect(push?.headers).toMatchObject({
      ttl: '600',
      urgency: 'high',
      topic: 'offer-1',
      'content-encoding': 'aes128gcm',
    });
    const vapid = readVapid(push?.headers.authorization ?? '');
    expect(vapid).toEqual({
      aud: service.origin,
      exp: expect.closeTo(Date.now() / 1000 + 12 * 60 * 60, -3) as number,
      sub: 'mailto:op@tanren.example',
      key: service.push.publicKey,
    });
    expect(push?.body.includes('題')).toBe(false);
  });

  test.each([
    [404, {}, { kind: 'gone' }],
    [410, {}, { kind: 'gone' }],
    [400, {}, { kind: 'refused' }],
    [401, {}, { kind: 'refused' }],
    [413, {}, { kind: 'refused' }],
    [301, { location: 'http://127.0.0.1:1/' }, { kind: 'refused' }],
    [429, { 'retry-after': '120' }, { kind: 'later', afterSeconds: 120 }],
    [500, {}, { kind: 'later', afterSeconds: null }],
    [503, { 'retry-after': 'soon' }, { kind: 'later', afterSeconds: null }],
  ])('answered with %i %j is %j', async (status, headers, outcome) => {
    const browser = service.newBrowser();
    service.answer(browser, status, headers);
    expect(await sendTo(browser)).toEqual(outcome);
  });
});

/** Opens a sender to a push service that gives this answer. */
async function openSender(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1`;
  const { keys } = makeBrowser(endpoint);
  const vapid = openVapid(Buffer.alloc(32, 1), 'mailto:a@tanren.example');
  const push = openPushService(vapid, { readEndpoint: (text) => new URL(text) });
  const message = { title: '題', body: '本文', path: '/', topic: 'topic' };
  const delivery = { endpoint, keys, message, urgency: 'high', ttlSeconds: 60 } as const;
  return async () => await push.send(delivery, new Date());
}

test('is sent again when the push service closes an idle connection', async () => {
  let requests = 0;
  const send = await openSender((request, response) => {
    requests += 1;
    if (requests === 2) request.socket.destroy();
    else response.writeHead(201).end();
  });
  expect(await send()).toEqual({ kind: 'sent' });
  expect(await send()).toEqual({ kind: 'sent' });
  expect(requests).toBe(3);
});

test('fails without blocking when a push service switches the protocol', async () => {
  const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  const send = await openSender(({ socket }) => void socket.write(upgrade));
  await expect(send()).rejects.toThrow('changes the protocol');
});

test('the same seed gives the same key on every node, and another seed another key', () => {
  const open = (byte: number) => openVapid(Buffer.alloc(32, byte), 'mailto:a@tanren.example');
  expect(open(1).publicKey).toBe(open(1).publicKey);
  expect(open(1).publicKey).not.toBe(open(2).publicKey);
  // The seed is no valid number of the curve, but its hash is.
  expect(Buffer.from(open(255).publicKey, 'base64url')).toHaveLength(65);
});
