import { expect, it, test } from 'vitest';
import { type CameraProblem, openCamera, readLabel } from './scan-qr.ts';

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
