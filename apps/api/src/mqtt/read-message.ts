import { largestMessageBytes } from '@tanren/contract/machine-messages';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type * as Type from 'typebox';

type ReadMessage<T> =
  | { readonly ok: true; readonly message: T }
  | {
      readonly ok: false;
      readonly reason: 'too_large' | 'not_json' | 'invalid_shape';
      /** What the JSON said, for whoever wants to know whose it was. */
      readonly value: unknown;
    };

type MessageReader<T> = (payload: Buffer) => ReadMessage<T>;

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
addFormats(ajv);

/** Compiles the schema once. The reader never throws, whatever the bytes are. */
export function createMessageReader<S extends Type.TSchema>(
  schema: S,
): MessageReader<Type.Static<S>> {
  const isValid = ajv.compile<Type.Static<S>>(schema);
  return (payload) => {
    if (payload.length > largestMessageBytes) {
      return { ok: false, reason: 'too_large', value: undefined };
    }
    let value: unknown;
    try {
      value = JSON.parse(payload.toString('utf8'));
    } catch {
      return { ok: false, reason: 'not_json', value: undefined };
    }
    return isValid(value)
      ? { ok: true, message: value }
      : { ok: false, reason: 'invalid_shape', value };
  };
}
