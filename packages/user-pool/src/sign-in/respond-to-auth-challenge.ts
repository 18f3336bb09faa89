import * as Type from 'typebox';
import { refuseParameter } from '#pool-error.ts';
import { ClientId, Parameters, Session } from '#wire/fields.ts';
import { operation } from '#wire/operation.ts';
import { requireClient } from '#wire/require-client.ts';
import { answerDelegation } from './answer-delegation.ts';
import { answerNewPassword } from './answer-new-password.ts';
import { answerSrp } from './answer-srp.ts';
import { answerTotp } from './answer-totp.ts';
import { readName } from './read-parameter.ts';

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
      case 'NEW_PASSWORD_REQUIRED':
        return await answerNewPassword(pool, responses, input.Session, call);
      case 'CUSTOM_CHALLENGE':
        return await answerDelegation(pool, responses, input.Session, call);
      default:
        throw refuseParameter('ChallengeName is not one that was asked');
    }
  },
);
