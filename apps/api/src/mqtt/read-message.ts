import { largestMessageBytes } from '@tanren/contract/machines/machine-messages';
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type * as Type from 'typebox';

type ReadMessage<T> =
  | { readonly ok: true; readonly message: T }
  | {
      readonly ok: false;
      readonly reason: 'too_large' | 'not_json' | 'invalid_shape';
      /**
       * The parsed JSON, from which a caller can try to read the sender. `undefined` if it is no
       * JSON.
       */
      readonly value: unknown;
    };

type MessageReader<T> = (payload: Buffer) => ReadMessage<T>;

const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  // A test validates the schemas themselves, because doing it here takes a tenth of the start time.
  meta: false,
  validateSchema: false,
});
addFormats(ajv);

/**
 * Creates a reader that compiles the schema when the first message comes. The reader never throws,
 * whatever bytes it gets.
 */
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
