import { twoDigits } from '@tanren/contract/gyms/gyms';
import type { ProblemField } from '@tanren/contract/problem';
import addFormats from 'ajv-formats';
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import fastJson from 'fast-json-stringify';
import type {
  FastifyRequest,
  FastifySchemaCompiler,
  FastifySchemaValidationError,
  FastifySerializerCompiler,
} from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from './app-error.ts';

/**
 * Rejects the character NUL, which PostgreSQL's text type cannot hold. It is checked here once,
 * because every schema that forgot it would cause a 500.
 */
export const unstorableText = fp(async (app) => {
  app.addHook('preValidation', (request, _reply, done) => {
    const fields = findNul(request);
    done(fields.length > 0 ? new AppError('invalid_request', { fields }) : undefined);
  });
});

function findNul({ body, query, params }: FastifyRequest): ProblemField[] {
  const parts = { body, querystring: query, params };
  return (['params', 'querystring', 'body'] as const)
    .filter((part) => containsNul(parts[part]))
    .map((part) => ({ path: '', in: part, message: 'must not contain the character NUL' }));
}

/** Searches with its own list: a body of 30,000 nested brackets would exhaust the call stack. */
function containsNul(root: unknown): boolean {
  const waiting = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && value.includes('\0')) return true;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) waiting.push(key, inner);
  }
  return false;
}

type Serialize = (answer: unknown) => string;

const compiled = new WeakMap<object, Serialize>();

/**
 * Compiles a serializer when its first answer is written, once for all apps of the process.
 * Compiling all of them would take a third of the start. A test compiles every answer schema, so
 * that an error cannot go unnoticed.
 */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  return (answer) => {
    let serialize = compiled.get(schema);
    if (serialize === undefined) {
      serialize = createSerializer(schema);
      compiled.set(schema, serialize);
    }
    return serialize(answer);
  };
};

export function createSerializer(schema: object): Serialize {
  return fastJson(markNullable(schema)) as Serialize;
}

/**
 * Marks schemas that allow `null` and one other type as nullable. Without the mark the serializer
 * would check every value against both with Ajv.
 */
function markNullable<S>(schema: S): S {
  if (Array.isArray(schema)) return schema.map(markNullable) as S;
  if (typeof schema !== 'object' || schema === null) return schema;
  const marked = Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, markNullable(inner as unknown)]),
  );
  const options = marked['anyOf'];
  if (!Array.isArray(options) || options.length !== 2) return marked as S;
  const [other] = (options as Readonly<Record<string, unknown>>[]).filter(
    ({ type }) => type !== 'null',
  );
  const hasNull = options.some((option: Record<string, unknown>) => option['type'] === 'null');
  const type = other?.['type'] ?? (isEnumOfTexts(other?.['enum']) ? 'string' : undefined);
  if (!hasNull || type === undefined) return marked as S;
  delete marked['anyOf'];
  return { ...marked, ...other, type, nullable: true } as S;
}

function isEnumOfTexts(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === 'string');
}

// These instances compile a schema once for all apps of the process.
const exact = createAjv({ coerceTypes: false, allErrors: true });
const exactToFirstError = createAjv({ coerceTypes: false, allErrors: false });
const reading = createAjv({ coerceTypes: true, allErrors: true });

type Validate = (value: unknown) => true | { error: FastifySchemaValidationError[] };

/** Compiles a validator at its first request. Compiling all would take almost half of the start. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let validate: Validate | undefined;
  return (value: unknown) => (validate ??= createValidator(schema, httpPart))(value);
};

/**
 * Creates the validator of one part of a request. JSON has types of its own, so a body is not
 * converted: "1" is not 1. Paths and queries are text and are converted, each number in one
 * notation only: `0x10`, `1e1`, `+1` and `01` would be different addresses of the same thing for
 * caches and logs.
 * The answer lists every invalid field. A body with more values than any form sends is only
 * validated up to its first error, because the full list would block the node for too long.
 */
export function createValidator(schema: object, httpPart: string | undefined): Validate {
  if (httpPart === 'body') {
    const validateSmall = exact.compile(schema);
    let validateLarge: ValidateFunction | undefined;
    return (body) => {
      const validate = hasMoreValues(body, maxListedValues)
        ? (validateLarge ??= exactToFirstError.compile(schema))
        : validateSmall;
      return validate(body) || { error: toFastify(validate.errors) };
    };
  }
  const validate = reading.compile<Record<string, unknown>>(schema);
  const padded = listPadded(schema);
  return (parts) => {
    const typed = { ...(parts as Record<string, unknown>) };
    if (!validate(parts)) return { error: toFastify(validate.errors) };
    const error = listAliases(typed, parts, padded);
    return error.length === 0 || { error };
  };
}

/** The largest body of a form is a correction of 200 sets, with about 1,000 values. */
const maxListedValues = 2_000;

/**
 * Returns whether there are more values than the bound. It uses its own list, because deep nesting
 * would exhaust the call stack.
 */
function hasMoreValues(root: unknown, bound: number): boolean {
  const waiting = [root];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen + waiting.length > bound) return true;
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (inner.length > bound) return true;
    waiting.push(...inner);
  }
  return false;
}

type AjvErrors = ReturnType<Ajv2020['compile']>['errors'];

function toFastify(errors: AjvErrors): FastifySchemaValidationError[] {
  return (errors ?? []).map((error) => ({ ...error, message: error.message ?? 'is not valid' }));
}

/** Lists the parts of dates, which people write with two digits. */
function listPadded(schema: object): ReadonlySet<string> {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, object>> };
  const names = Object.keys(properties);
  return new Set(
    names.filter((name) => (properties[name] as Record<string, unknown>)[twoDigits] === true),
  );
}

/**
 * Lists numbers in another notation. Ajv also reads "Infinity" or 400 digits as an infinite number,
 * which its bounds accept.
 */
function listAliases(
  typed: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
  padded: ReadonlySet<string>,
): FastifySchemaValidationError[] {
  return Object.entries(read)
    .filter(([name, value]) => {
      if (typeof value !== 'number') return false;
      if (!Number.isFinite(value)) return true;
      const text = String(value);
      if (padded.has(name) && typed[name] === text.padStart(2, '0')) return false;
      return typed[name] !== text;
    })
    .map(([name]) => ({
      keyword: 'type',
      instancePath: `/${name}`,
      schemaPath: '',
      params: {},
      message: 'is not written as a number',
    }));
}

function createAjv(options: Pick<Options, 'coerceTypes' | 'allErrors'>): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    removeAdditional: false,
    useDefaults: true,
    // An unknown keyword is an error in the contract. A test compiles all of it.
    strict: true,
    // A test validates the schemas themselves, because that takes longer than compiling them.
    meta: false,
    validateSchema: false,
    strictTypes: false,
    strictRequired: false,
  });
  addFormats(ajv);
  ajv.addKeyword(twoDigits);
  return ajv;
}
