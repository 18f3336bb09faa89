import * as Type from 'typebox';
import { rejectParameter } from '#pool-error.ts';
import { ClientId, operation, Parameters, requireClient, Session } from '#pool/operation.ts';
import { takeAllowance } from '#throttle/allowances.ts';
import { refreshSession } from '#tokens/refresh-session.ts';
import { checkPassword, findAccount } from '#users/account.ts';
import {
  answerEmailCode,
  answerFactorChoice,
  answerNewPassword,
  answerTotp,
} from './answer-challenges.ts';
import { readName, readParameter, readSecret } from './challenge-session.ts';
import { answerDelegation, startDelegation } from './delegation.ts';
import { attemptPassword } from './next-step.ts';
import { answerSrp, startSrp } from './srp-sign-in.ts';

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
    const rejectFlow = () => rejectParameter(`${AuthFlow} flow not enabled for this client`);
    switch (AuthFlow) {
      case 'USER_SRP_AUTH':
        return await startSrp(pool, await start(), readParameter(AuthParameters, 'SRP_A'));
      case 'USER_PASSWORD_AUTH': {
        if (pool.passwordAuth !== true) throw rejectFlow();
        const account = await findAccount(pool.db, pool, await start());
        const password = readSecret(AuthParameters, 'PASSWORD');
        return await attemptPassword(pool, call, account.sub, async () =>
          (await checkPassword(pool, account, password)) ? account : null,
        );
      }
      case 'CUSTOM_AUTH':
        if (AuthParameters['CHALLENGE_NAME'] !== undefined) {
          throw rejectParameter('CUSTOM_AUTH with SRP is not enabled for this client');
        }
        return await startDelegation(pool, await start());
      default:
        throw rejectFlow();
    }
  },
);

export const respondToAuthChallenge = operation(
  Type.Object({
    ClientId,
    ChallengeName: Type.String({ maxLength: 64 }),
    ChallengeResponses: Type.Optional(Parameters),
    Session: Type.Optional(Session),
  }),
  async (pool, input, call) => {
    requireClient(pool, input.ClientId);
    const responses = input.ChallengeResponses ?? {};
    readName(responses);
    switch (input.ChallengeName) {
      case 'PASSWORD_VERIFIER':
        return await answerSrp(pool, responses, call);
      case 'SOFTWARE_TOKEN_MFA':
        return await answerTotp(pool, responses, input.Session, call);
      case 'EMAIL_OTP':
        return await answerEmailCode(pool, responses, input.Session, call);
      case 'SELECT_MFA_TYPE':
        return await answerFactorChoice(pool, responses, input.Session, call);
      case 'NEW_PASSWORD_REQUIRED':
        return await answerNewPassword(pool, responses, input.Session, call);
      case 'CUSTOM_CHALLENGE':
        return await answerDelegation(pool, responses, input.Session, call);
      default:
        throw rejectParameter('ChallengeName is not one that was asked');
    }
  },
);
