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
 * PostgreSQL's text cannot hold the character NUL, and no text of a member contains it.
 * Refused here once, because every schema that forgot it would be a 500.
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
    .filter((part) => holdsNul(parts[part]))
    .map((part) => ({ path: '', in: part, message: 'must not contain the character NUL' }));
}

/** With a list of its own: a body of 30,000 nested brackets would exhaust the call stack. */
function holdsNul(root: unknown): boolean {
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
 * When the first answer is written, once for all apps of the process: to do it for every call
 * would take a third of the start. Other than what comes in, answers are our own, and a test
 * compiles all of their schemas.
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
 * Where a schema allows null beside one other thing, the serialiser would hold every value against
 * both, by Ajv; with the mark it only compares with null.
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

// They compile a schema once, for all apps of the process.
const exact = createAjv({ coerceTypes: false, allErrors: true });
const exactToFirstError = createAjv({ coerceTypes: false, allErrors: false });
const reading = createAjv({ coerceTypes: true, allErrors: true });

type Validate = (value: unknown) => true | { error: FastifySchemaValidationError[] };

/** When the first request comes: to do it for every call would take almost half of the start. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let validate: Validate | undefined;
  return (value: unknown) => (validate ??= createValidator(schema, httpPart))(value);
};

/**
 * JSON has types of its own, so a body is taken as it is: "1" is not 1. Paths and queries are text
 * and are converted to the types of the schema, each number in one notation only: `0x10`, `1e1`,
 * `+1` and `01` would be other names of the same thing for caches, logs and comparisons of
 * addresses.
 *
 * A form is told every field that is wrong. A body with more values than any form sends is only
 * read up to its first error: the list would take longer than the node may stand still.
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

/** Stops counting at the bound. The list of its own keeps deep nesting off the call stack. */
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

function createAjv(options: Pick<Options, 'coerceTypes' | 'allErrors'>): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    removeAdditional: false,
    useDefaults: true,
    // A keyword that would be ignored is a mistake in the contract; a test compiles all of it.
    strict: true,
    // To hold schemas against the schema of schemas is left to that test: it takes longer than to
    // compile them.
    meta: false,
    validateSchema: false,
    strictTypes: false,
    strictRequired: false,
  });
  addFormats(ajv);
  ajv.addKeyword(twoDigits);
  return ajv;
}
