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
      /** The field that does not fit, and how. Empty if the message is no JSON. */
      readonly detail: string;
    };

type MessageReader<T> = (payload: Buffer) => ReadMessage<T>;

const options = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  // A test validates the schemas themselves, because doing it here takes a tenth of the start time.
  meta: false,
  validateSchema: false,
} as const;
const strict = new Ajv2020(options);
addFormats(strict);
/** Removes unknown fields. It cannot be used for unions of objects, whose first part would win. */
const lenient = new Ajv2020({ ...options, removeAdditional: true });
addFormats(lenient);

/**
 * Creates a reader that compiles the schema when the first message comes. The reader never throws,
 * whatever bytes it gets. Unknown fields make a message invalid.
 */
export function createMessageReader<S extends Type.TSchema>(
  schema: S,
): MessageReader<Type.Static<S>> {
  return createReader(strict, schema);
}

/**
 * Creates a reader of messages of machines. It removes unknown fields, because a newer machine may
 * send more than this release knows.
 */
export function createMachineReader<S extends Type.TObject>(
  schema: S,
): MessageReader<Type.Static<S>> {
  return createReader(lenient, schema);
}

function createReader<S extends Type.TSchema>(
  ajv: Ajv2020,
  schema: S,
): MessageReader<Type.Static<S>> {
  let isValid: ValidateFunction<Type.Static<S>> | undefined;
  return (payload) => {
    if (payload.length > largestMessageBytes) {
      return { ok: false, reason: 'too_large', value: undefined, detail: '' };
    }
    let value: unknown;
    try {
      value = JSON.parse(payload.toString('utf8'));
    } catch {
      return { ok: false, reason: 'not_json', value: undefined, detail: '' };
    }
    isValid ??= ajv.compile<Type.Static<S>>(schema);
    if (isValid(value)) return { ok: true, message: value };
    const detail = ajv.errorsText(isValid.errors, { dataVar: 'message' });
    return { ok: false, reason: 'invalid_shape', value, detail };
  };
}
