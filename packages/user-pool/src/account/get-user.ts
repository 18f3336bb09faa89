import * as Type from 'typebox';
import { Token } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { listAttributes } from './attributes.ts';

export const getUser = operation(Type.Object({ AccessToken: Token }), async (pool, input) => {
  const { user } = await pool.verifyAccessToken(input.AccessToken);
  return {
    Username: user.sub,
    UserAttributes: listAttributes(user),
    ...(user.totpEnabled && {
      PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    }),
  };
});
