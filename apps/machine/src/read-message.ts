import { AckMessage, CommandMessage } from '@tanren/contract/machine-messages';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';

const ack = Compile(AckMessage);
const command = Compile(CommandMessage);

/** null: not what the contract says; a machine passes over it. */
export function readAck(payload: Buffer): Type.Static<typeof AckMessage> | null {
  const value = parse(payload);
  return ack.Check(value) ? value : null;
}

export function readCommand(payload: Buffer): Type.Static<typeof CommandMessage> | null {
  const value = parse(payload);
  return command.Check(value) ? value : null;
}

function parse(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return null;
  }
}
