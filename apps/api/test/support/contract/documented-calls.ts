import type { FastifyInstance, InjectOptions } from 'fastify';
import { bearer } from '#test/support/app.ts';

/** The part of JSON Schema that the contract uses. */
export interface SampledSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SampledSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly items?: SampledSchema;
  readonly properties?: Readonly<Record<string, SampledSchema>>;
  readonly required?: readonly string[];
}

type SampledNumbers = 'minimum' | 'maximum';

const formats: Readonly<Record<string, string>> = {
  date: '2026-05-01',
  'date-time': '2026-05-01T03:00:00.000Z',
  uuid: '11111111-1111-4111-8111-111111111111',
};

/** Returns the smallest value that a schema accepts, or one with the largest numbers. */
function sampleValue(schema: SampledSchema, numbers: SampledNumbers = 'minimum'): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? [];
  if (choice !== undefined) return sampleValue(choice, numbers);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, numbers);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () =>
        sampleValue(schema.items ?? {}, numbers),
      );
    case 'string':
      return formats[schema.format ?? ''] ?? 'x'.repeat(schema.minLength ?? 0);
    case 'integer':
    case 'number':
      return schema[numbers] ?? 0;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      throw new Error(`no sample for ${JSON.stringify(schema)}`);
  }
}

function sampleObject(
  { properties = {}, required = [] }: SampledSchema,
  numbers: SampledNumbers,
): object {
  return Object.fromEntries(
    required.map((name) => [name, sampleValue(properties[name] ?? {}, numbers)]),
  );
}

interface Operation {
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: SampledSchema;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: SampledSchema }>>;
  };
}

type Method = NonNullable<InjectOptions['method']>;

export interface DocumentedCall {
  /** The name in the contract: `GET /workouts/:workoutId`. */
  readonly name: string;
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}

/** Lists every call of the served OpenAPI document. */
export async function listDocumentedCalls(app: FastifyInstance): Promise<DocumentedCall[]> {
  const document = (await app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  return Object.entries(document.paths).flatMap(([url, operations]) => {
    const path = url.replace(/^\/api/, '').replaceAll(/\{(\w+)\}/g, ':$1');
    return Object.entries(operations).map(([verb, operation]) => {
      const method = verb.toUpperCase() as Method;
      return { name: `${method} ${path}`, method, path, operation };
    });
  });
}

export const isNumeric = ({ type }: SampledSchema) => type === 'integer' || type === 'number';

export interface SentCall {
  /** The request has no token when this is absent. */
  readonly as?: string;
  /** Values of path parameters. The others are generated. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** The smallest valid body is used when this is absent. */
  readonly body?: unknown;
  /** The kind of generated numbers, also for optional query parameters. */
  readonly numbers?: SampledNumbers;
}

export async function sendDocumentedCall(
  app: FastifyInstance,
  { method, path, operation }: DocumentedCall,
  { as, params = {}, body, numbers }: SentCall,
): Promise<{ readonly status: number; readonly code: string | null }> {
  const { parameters = [] } = operation;
  const made = (name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
    return String(sampleValue(schema ?? { type: 'string', minLength: 1 }, numbers));
  };
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? made(name)),
  );
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === 'query')
      .filter(({ required, schema }) => required === true || (numbers && isNumeric(schema)))
      .map(({ name, schema }): [string, string] => [name, String(sampleValue(schema, numbers))]),
  );
  const schema = operation.requestBody?.content['application/json']?.schema;
  const payload = schema === undefined ? undefined : (body ?? sampleValue(schema, numbers));
  const response = await app.inject({
    method,
    url: `/api${filled}?${query.toString()}`,
    headers: {
      ...(as !== undefined && bearer(as)),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
  const isProblem = response.headers['content-type'] === 'application/problem+json';
  return {
    status: response.statusCode,
    code: isProblem ? response.json<{ code: string }>().code : null,
  };
}
