import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * JSON has types of its own, so a body is taken as it is: "1" is not 1. Paths and
 * queries are all text and are read as what the schema asks for.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const exact = createAjv(false);
  const reading = createAjv(true);
  return ({ schema, httpPart }) => {
    if (httpPart === 'body') return exact.compile(schema);
    const validate = reading.compile<Record<string, unknown>>(schema);
    return (parts: unknown) => {
      if (!validate(parts)) return { error: toFastify(validate.errors) };
      const error = listEndless(parts);
      return error.length === 0 || { error };
    };
  };
}

type AjvErrors = ReturnType<Ajv2020['compile']>['errors'];

function toFastify(errors: AjvErrors): FastifySchemaValidationError[] {
  return (errors ?? []).map((error) => ({ ...error, message: error.message ?? 'is not valid' }));
}

/** Ajv reads "Infinity" or 400 digits as a number beyond all, which its own bounds let pass. */
function listEndless(parts: Readonly<Record<string, unknown>>): FastifySchemaValidationError[] {
  return Object.entries(parts)
    .filter(([, value]) => typeof value === 'number' && !Number.isFinite(value))
    .map(([name]) => ({
      keyword: 'type',
      instancePath: `/${name}`,
      schemaPath: '',
      params: {},
      message: 'is too large a number',
    }));
}

function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    coerceTypes,
    // Bodies are at most 64 KiB, which bounds the work of finding every mistake.
    allErrors: true,
    removeAdditional: false,
    useDefaults: true,
    // A keyword that would be ignored is a mistake in the contract: fail at start.
    strict: true,
    strictTypes: false,
    strictRequired: false,
  });
  addFormats(ajv);
  return ajv;
}
