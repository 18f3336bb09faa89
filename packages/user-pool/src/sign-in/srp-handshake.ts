import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { seal, unseal } from '#crypto/seal.ts';
import { lifetimes } from '#limits.ts';
import type { PoolContext } from '#pool-context.ts';
import type { ServerEphemeral } from '#srp/handshake.ts';

const Contents = Type.Object({
  sub: Type.String(),
  name: Type.String(),
  clientShared: Type.String(),
  serverShared: Type.String(),
  serverSecret: Type.String(),
  expiresAt: Type.Integer(),
});
const contents = Compile(Contents);

export interface Handshake {
  readonly sub: string;
  readonly name: string;
  readonly clientShared: bigint;
  readonly server: ServerEphemeral;
  readonly expiresAt: Date;
}

/** SECRET_BLOCK carries the server's half between the two steps: any node can finish it. */
export function sealHandshake(pool: PoolContext, handshake: Omit<Handshake, 'expiresAt'>): Buffer {
  const plain: Type.Static<typeof Contents> = {
    sub: handshake.sub,
    name: handshake.name,
    clientShared: handshake.clientShared.toString(16),
    serverShared: handshake.server.shared.toString(16),
    serverSecret: handshake.server.secret.toString('base64'),
    expiresAt: pool.now().getTime() + lifetimes.challenge * 1000,
  };
  return seal(pool.secrets.handshake, Buffer.from(JSON.stringify(plain)), pool.clientId);
}

export function openHandshake(pool: PoolContext, secretBlock: Buffer): Handshake | null {
  const plain = unseal(pool.secrets.handshake, secretBlock, pool.clientId);
  if (plain === null) return null;
  const value: unknown = JSON.parse(plain.toString());
  if (!contents.Check(value) || value.expiresAt <= pool.now().getTime()) return null;
  return {
    sub: value.sub,
    name: value.name,
    clientShared: BigInt(`0x${value.clientShared}`),
    server: {
      shared: BigInt(`0x${value.serverShared}`),
      secret: Buffer.from(value.serverSecret, 'base64'),
    },
    expiresAt: new Date(value.expiresAt),
  };
}
