import * as Type from 'typebox';
import { PoolError, rejectParameter } from '#pool-error.ts';
import { operation, Token } from '#pool/operation.ts';

/*
 * Device keys of Amazon replace a second factor on a client. This pool never issues one (no answer
 * has `NewDeviceMetadata`), so the list is empty and every key is unknown. The application shows
 * the sessions as the list of signed-in devices.
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
    throw rejectParameter('Invalid device key given.');
  },
);

/**
 * Answers GetDevice, ForgetDevice and UpdateDeviceStatus. The message makes Amplify delete its key.
 */
export const findNoDevice = operation(
  Type.Object({ AccessToken: Token, DeviceKey }),
  async (pool, input) => {
    await pool.verifyAccessToken(input.AccessToken);
    throw new PoolError('ResourceNotFoundException', 'Device does not exist.');
  },
);
