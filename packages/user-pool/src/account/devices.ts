import * as Type from 'typebox';
import { PoolError, refuseParameter } from '#pool-error.ts';
import { operation, Token } from '#pool/operation.ts';

/*
 * Amazon's devices are keys that a client keeps instead of a second factor. This pool gives out
 * none (`NewDeviceMetadata` never comes), so there are none to list, and no key is known. Where
 * somebody is signed in is told by the sessions, which the application shows.
 */
const DeviceKey = Type.String({ minLength: 1, maxLength: 128 });

export const listDevices = operation(Type.Object({ AccessToken: Token }), async (pool, input) => {
  await pool.verifyAccessToken(input.AccessToken);
  return { Devices: [] };
});

export const confirmDevice = operation(
  Type.Object({ AccessToken: Token, DeviceKey }),
  async (pool, input) => {
    await pool.verifyAccessToken(input.AccessToken);
    throw refuseParameter('Invalid device key given.');
  },
);

/** GetDevice, ForgetDevice and UpdateDeviceStatus. The words make Amplify drop its key. */
export const findNoDevice = operation(
  Type.Object({ AccessToken: Token, DeviceKey }),
  async (pool, input) => {
    await pool.verifyAccessToken(input.AccessToken);
    throw new PoolError('ResourceNotFoundException', 'Device does not exist.');
  },
);
