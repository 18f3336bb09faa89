import { expect, it, test } from 'vitest';
import { readLinkSearch } from './link-search.ts';
import { type CameraProblem, openCamera, readLabel } from './scan-qr.ts';

test('a code may look like a number', () => {
  expect(readLinkSearch({ code: '12-345678' })).toEqual({ code: '12-345678' });
  expect(readLinkSearch({ code: 12345678 })).toEqual({ code: '12345678' });
  expect(readLinkSearch({ code: null })).toEqual({});
});

test('the machine of a label is a number from 1', () => {
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
])('tells %s as %s', async (name, problem) => {
  const opening = openCamera({ isSecureContext: true, mediaDevices: refusing(name) });
  await expect(opening).rejects.toMatchObject({ name: 'CameraError', problem });
});

it('knows without asking where no camera can be', async () => {
  await expect(
    openCamera({ isSecureContext: false, mediaDevices: undefined }),
  ).rejects.toMatchObject({ problem: 'insecure' });
  await expect(
    openCamera({ isSecureContext: true, mediaDevices: undefined }),
  ).rejects.toMatchObject({ problem: 'unsupported' });
});

test('a label is told from the QR on the screen and from anything else', () => {
  expect(readLabel('https://gym.example/tanren-link?machine=7')).toBe(7);
  expect(readLabel('https://gym.example/tanren-link?code=7-123456')).toBeNull();
  expect(readLabel('https://gym.example/')).toBeNull();
});
