import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';

const NativeSession = Type.Object({
  /** Username of the caller in the user pool. The client uses it to start the custom challenge. */
  username: Type.String(),
  /**
   * Code that is valid once. A client that answers the custom challenge with it is signed in as the
   * caller.
   */
  code: Type.String(),
  expiresAt: Type.String({ format: 'date-time' }),
});

const NewNativeSession = Type.Object(
  {
    /**
     * Access token of the same sign-in as the bearer token. Only the client that signed in has
     * both.
     */
    accessToken: Type.String({ minLength: 1, maxLength: 8192 }),
  },
  { additionalProperties: false },
);

export const createNativeSession = endpoint({
  method: 'POST',
  url: '/native-sessions',
  access: 'account',
  summary:
    'A one-time code that signs the caller in on the page /auth/native-session, for as long as the sign-in of the caller lasts',
  schema: { body: NewNativeSession, response: { 201: NativeSession } },
});
