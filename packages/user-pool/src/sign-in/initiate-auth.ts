import * as Type from 'typebox';
import { refuseParameter } from '#pool-error.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { refreshSession } from '#tokens/refresh-session.ts';
import { findAccount } from '#users/account.ts';
import { checkPassword } from '#users/check-password.ts';
import { ClientId, Parameters } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';
import { attemptPassword } from './password-attempt.ts';
import { readName, readParameter, readSecret } from './read-parameter.ts';
import { startDelegation } from './start-delegation.ts';
import { startSrp } from './start-srp.ts';

export const initiateAuth = operation(
  Type.Object({
    ClientId,
    AuthFlow: Type.String({ maxLength: 64 }),
    AuthParameters: Type.Optional(Parameters),
  }),
  async (pool, { ClientId: clientId, AuthFlow, AuthParameters = {} }, call) => {
    requireClient(pool, clientId);
    if (AuthFlow === 'REFRESH_TOKEN_AUTH' || AuthFlow === 'REFRESH_TOKEN') {
      const token = readParameter(AuthParameters, 'REFRESH_TOKEN');
      return {
        AuthenticationResult: await refreshSession(pool, call, token),
        ChallengeParameters: {},
      };
    }
    const start = async () => {
      await takeAllowance(pool.db, pool, 'signInsPerClient', call.clientNetwork);
      return readName(AuthParameters);
    };
    const refuseFlow = () => refuseParameter(`${AuthFlow} flow not enabled for this client`);
    switch (AuthFlow) {
      case 'USER_SRP_AUTH':
        return await startSrp(pool, await start(), readParameter(AuthParameters, 'SRP_A'));
      case 'USER_PASSWORD_AUTH': {
        if (pool.passwordAuth !== true) throw refuseFlow();
        const account = await findAccount(pool.db, pool, await start());
        const password = readSecret(AuthParameters, 'PASSWORD');
        return await attemptPassword(pool, call, account.sub, async () =>
          (await checkPassword(pool, account, password)) ? account : null,
        );
      }
      case 'CUSTOM_AUTH':
        if (AuthParameters['CHALLENGE_NAME'] !== undefined) {
          throw refuseParameter('CUSTOM_AUTH with SRP is not enabled for this client');
        }
        return await startDelegation(pool, await start());
      default:
        throw refuseFlow();
    }
  },
);
