import { expect, it, test } from 'vitest';
import { readLinkSearch } from './link-search.ts';
import { type CameraProblem, foreseeCameraProblem, openCamera, readLabel } from './scan-qr.ts';

test('accepts a code that looks like a number', () => {
  expect(readLinkSearch({ code: '12-345678' })).toEqual({ code: '12-345678' });
  expect(readLinkSearch({ code: 12345678 })).toEqual({ code: '12345678' });
  expect(readLinkSearch({ code: null })).toEqual({});
});

test('the machine number of a label starts at 1', () => {
  expect(readLinkSearch({ machine: 7 })).toEqual({ machine: 7 });
  expect(readLinkSearch({ machine: '7' })).toEqual({ machine: 7 });
  for (const machine of [0, -1, 1.5, 'x', null, undefined, [7]]) {
    expect(readLinkSearch({ machine })).toEqual({});
  }
});

const refusing = (name: string) => ({
  getUserMedia: () => Promise.reject(Object.assign(new Error('no'), { name })),
});

it.each<[string, CameraProblem]>([
  ['NotAllowedError', 'denied'],
  ['NotFoundError', 'missing'],
  ['OverconstrainedError', 'missing'],
  ['NotReadableError', 'busy'],
  ['SomethingNewError', 'unsupported'],
])('explains %s as %s', async (name, problem) => {
  const opening = openCamera({ isSecureContext: true, mediaDevices: refusing(name) });
  await expect(opening).rejects.toMatchObject({ name: 'CameraError', problem });
});

it('knows without asking that there can be no camera', async () => {
  await expect(
    openCamera({ isSecureContext: false, mediaDevices: undefined }),
  ).rejects.toMatchObject({ problem: 'insecure' });
  await expect(
    openCamera({ isSecureContext: true, mediaDevices: undefined }),
  ).rejects.toMatchObject({ problem: 'unsupported' });
});

type Surroundings = Parameters<typeof foreseeCameraProblem>[0];
const list = (...kinds: MediaDeviceKind[]): Surroundings['mediaDevices'] => ({
  enumerateDevices: () => Promise.resolve(kinds.map((kind) => ({ kind }) as MediaDeviceInfo)),
});
const say = (state: PermissionState): Surroundings['permissions'] => ({
  query: () => Promise.resolve({ state } as PermissionStatus),
});
const unknown: Surroundings['permissions'] = {
  query: () => Promise.reject(new TypeError('camera is no permission here')),
};

it.each<[string, Partial<Surroundings>, CameraProblem | null]>([
  ['plain http', { isSecureContext: false }, 'insecure'],
  ['an old browser', { mediaDevices: undefined }, 'unsupported'],
  ['a computer with a microphone only', { mediaDevices: list('audioinput') }, 'missing'],
  ['a camera that was denied before', { permissions: say('denied') }, 'denied'],
  ['a camera that will be asked for', { permissions: say('prompt') }, null],
  ['a camera that is allowed', { permissions: say('granted') }, null],
  ['a browser without permissions', { permissions: undefined }, null],
  ['a browser that does not know this permission', { permissions: unknown }, null],
])('expects %s', async (_, surroundings, problem) => {
  const usual = {
    isSecureContext: true,
    mediaDevices: list('audioinput', 'videoinput'),
    permissions: say('prompt'),
  };
  expect(await foreseeCameraProblem({ ...usual, ...surroundings })).toBe(problem);
});

test('distinguishes a label from the QR code on the screen and from other codes', () => {
  expect(readLabel('https://gym.example/tanren-link?machine=7')).toBe(7);
  expect(readLabel('https://gym.example/tanren-link?code=7-123456')).toBeNull();
  expect(readLabel('https://gym.example/')).toBeNull();
});
