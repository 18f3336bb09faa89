import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { twoDigits } from '@tanren/contract/gyms';

// They compile a schema once, for all apps of the process.
const exact = createAjv(false);
const reading = createAjv(true);

/**
 * JSON has types of its own, so a body is taken as it is: "1" is not 1. Paths and
 * queries are all text and are read as what the schema asks for, each number in one way of
 * writing only: `0x10`, `1e1`, `+1` and `01` would be other names of the same thing, for caches,
 * logs and whoever compares addresses.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  if (httpPart === 'body') return exact.compile(schema);
  const validate = reading.compile<Record<string, unknown>>(schema);
  const padded = listPadded(schema);
  return (parts: unknown) => {
    const typed = { ...(parts as Record<string, unknown>) };
    if (!validate(parts)) return { error: toFastify(validate.errors) };
    const error = listAliases(typed, parts, padded);
    return error.length === 0 || { error };
  };
};

type AjvErrors = ReturnType<Ajv2020['compile']>['errors'];

function toFastify(errors: AjvErrors): FastifySchemaValidationError[] {
  return (errors ?? []).map((error) => ({ ...error, message: error.message ?? 'is not valid' }));
}

/** The parts of a date, which people write with two digits. */
function listPadded(schema: object): ReadonlySet<string> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, object>> };
  const names = Object.keys(properties);
  return new Set(
    names.filter((name) => (properties[name] as Record<string, unknown>)[twoDigits] === true),
  );
}

/** Ajv also reads "Infinity", or 400 digits, as a number beyond all, which its bounds let pass. */
function listAliases(
  typed: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
  padded: ReadonlySet<string>,
): FastifySchemaValidationError[] {
  return Object.entries(read)
    .filter(([name, value]) => {
      if (typeof value !== 'number') return false;
      const text = String(value);
      if (padded.has(name) && typed[name] === text.padStart(2, '0')) return false;
      return typed[name] !== text || !Number.isFinite(value);
    })
    .map(([name]) => ({
      keyword: 'type',
      instancePath: `/${name}`,
      schemaPath: '',
      params: {},
      message: 'is not written as a number',
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
  ajv.addKeyword(twoDigits);
  return ajv;
}
