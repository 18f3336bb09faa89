import type { FastifySchemaCompiler } from 'fastify';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * JSON has types of its own, so a body is taken as it is: "1" is not 1. Paths and
 * queries are all text and are read as what the schema asks for.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const exact = createAjv(false);
  const reading = createAjv(true);
  return ({ schema, httpPart }) => (httpPart === 'body' ? exact : reading).compile(schema);
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
