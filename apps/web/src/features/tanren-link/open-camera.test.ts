import { expect, it } from 'vitest';
import { type CameraProblem, openCamera } from './open-camera.ts';

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
