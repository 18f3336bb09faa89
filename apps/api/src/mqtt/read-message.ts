import { largestMessageBytes } from '@tanren/contract/machine-messages';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
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

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  // To hold schemas against the schema of schemas is left to a test: it takes a tenth of the start.
  meta: false,
  validateSchema: false,
});
addFormats(ajv);

/** Compiles the schema when the first message comes. The reader never throws, whatever the bytes are. */
export function createMessageReader<S extends Type.TSchema>(
  schema: S,
): MessageReader<Type.Static<S>> {
  let isValid: ValidateFunction<Type.Static<S>> | undefined;
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
    isValid ??= ajv.compile<Type.Static<S>>(schema);
    return isValid(value)
      ? { ok: true, message: value }
      : { ok: false, reason: 'invalid_shape', value };
  };
}
