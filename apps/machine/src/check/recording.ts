import { RecordedMessage } from '@tanren/contract/machines/wire-recording';
import { Value } from 'typebox/value';
import { UsageError } from '#command-line/arguments.ts';

/**
 * Entry that the kit writes beside the messages. A recording from `npm run machines -- record` has
 * messages only, so some rules cannot be judged from it.
 */
type KitEntry =
  | {
      readonly kind: 'connected';
      readonly clientId: string;
      readonly username: string;
      /** Seconds. 0 when the machine has turned it off. */
      readonly keepAlive: number;
      readonly will: Omit<RecordedMessage, 'kind' | 'at' | 'from'> | null;
    }
  | {
      readonly kind: 'subscribed';
      readonly topics: readonly { readonly topic: string; readonly qos: number }[];
    }
  | { readonly kind: 'disconnected' }
  /** The machine has confirmed the server's message in this line, counted from 0. */
  | { readonly kind: 'received'; readonly line: number }
  /** The kit begins a step of its plan. */
  | { readonly kind: 'step'; readonly name: string }
  | { readonly kind: 'power'; readonly isOn: boolean; readonly clockOffsetSeconds: number };

export type WireEntry = RecordedMessage | (KitEntry & { readonly at: string });

/** @throws UsageError when the text is no recording */
export function readRecording(text: string): WireEntry[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    const value = parseJson(line);
    if (Value.Check(RecordedMessage, value)) return value;
    const isOther = typeof value === 'object' && value !== null && 'kind' in value;
    if (isOther && value.kind !== 'message') return value as WireEntry;
    throw new UsageError(`Line ${index + 1} of the recording is not a recorded message.`);
  });
}

/** Returns `undefined` for a text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
