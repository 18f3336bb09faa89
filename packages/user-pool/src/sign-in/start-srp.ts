import type { PoolContext } from '#pool-context.ts';
import { refuseParameter } from '#pool-error.ts';
import { prime } from '#srp/group.ts';
import { createServerEphemeral } from '#srp/handshake.ts';
import { findAccount } from '#users/account.ts';
import { sealHandshake } from './srp-handshake.ts';

/** USER_SRP_AUTH, first step: a name that nobody has gets a challenge too. */
export async function startSrp(
  pool: PoolContext,
  username: string,
  clientHex: string,
): Promise<object> {
  if (!/^[0-9a-f]{1,768}$/i.test(clientHex)) throw refuseParameter('SRP_A is not a hex number');
  const clientShared = BigInt(`0x${clientHex}`);
  if (clientShared === 0n || clientShared >= prime)
    throw refuseParameter('SRP_A is not a valid number');
  const { sub, name, credential } = await findAccount(pool.db, pool, username);
  const server = createServerEphemeral(credential.verifier);
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: credential.salt.toString('hex'),
      SECRET_BLOCK: sealHandshake(pool, { sub, name, clientShared, server }).toString('base64'),
      SRP_B: server.shared.toString(16),
      USERNAME: sub,
      USER_ID_FOR_SRP: sub,
    },
  };
}
