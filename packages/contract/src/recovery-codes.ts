import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';

export const getRecoveryCodes = endpoint({
  method: 'GET',
  url: '/my/recovery-codes',
  access: 'member',
  summary: 'How many recovery codes are left for a lost authenticator app',
  schema: {
    response: {
      200: Type.Object({
        /** False: accounts live in another user pool, which has none. */
        available: Type.Boolean(),
        left: Type.Integer(),
      }),
    },
  },
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  url: '/my/recovery-codes',
  access: 'member',
  recentAuthentication: true,
  summary: 'Ten new recovery codes, shown this once; 404 without an authenticator app in use',
  schema: { response: { 201: Type.Object({ codes: Type.Array(Type.String()) }) } },
});
