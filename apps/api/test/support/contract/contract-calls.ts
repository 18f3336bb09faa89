import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Endpoint } from '@tanren/contract/endpoint';
import type { twoDigits } from '@tanren/contract/gyms/gyms';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { projectRoot } from '#config/paths.ts';
import { bearer } from '#test/support/app.ts';

const contract = join(projectRoot, 'packages', 'contract', 'src');

/** Lists every call that the contract declares. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(contract, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const imported = await Promise.all(
    files.map(async (name) => (await import(join(contract, name))) as object),
  );
  const exported = imported.flatMap((module) => Object.values(module) as unknown[]);
  return exported.filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'schema' in value,
  );
}

export const requestParts = ['params', 'querystring', 'body'] as const;

/** The part of JSON Schema that the contract uses. */
export interface SampledSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SampledSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly additionalProperties?: boolean;
  readonly [twoDigits]?: boolean;
  readonly items?: SampledSchema;
  readonly properties?: Readonly<Record<string, SampledSchema>>;
  readonly required?: readonly string[];
}

interface SampleKind {
  /** Whether numbers are the largest, and texts contain what a statement could misread. */
  readonly extreme?: boolean;
  /** Whether optional fields and items are included. */
  readonly optional?: boolean;
}

const oddText = "'%_\\\ud800💪";

const formats: Readonly<Record<string, string>> = {
  date: '2026-05-01',
  'date-time': '2026-05-01T03:00:00.000Z',
  uuid: '11111111-1111-4111-8111-111111111111',
};

/** Texts of which one fits each pattern of the contract. */
const patterned = [
  'x'.repeat(87),
  'x'.repeat(22),
  '20260501T030000Z',
  `${'x'.repeat(43)}.ics`,
  '2026-05',
];

/** Returns the smallest value that a schema accepts, unless another kind is wanted. */
export function sampleValue(schema: SampledSchema, kind: SampleKind = {}): unknown {
  const { minItems = 0, minimum = 0, maximum = 0 } = schema;
  if ('const' in schema) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [choice] = schema.anyOf ?? [];
  if (choice !== undefined) return sampleValue(choice, kind);
  switch (schema.type) {
    case 'object':
      return sampleObject(schema, kind);
    case 'array':
      return Array.from({ length: kind.optional ? Math.max(1, minItems) : minItems }, () =>
        sampleValue(schema.items ?? {}, kind),
      );
    case 'string':
      return sampleText(schema, kind);
    case 'integer':
    case 'number':
      return kind.extreme ? maximum : minimum;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      throw new Error(`no sample for ${JSON.stringify(schema)}`);
  }
}

function sampleText(schema: SampledSchema, { extreme }: SampleKind): string | undefined {
  const { format = '', pattern, minLength = 0, maxLength } = schema;
  if (pattern !== undefined) return patterned.find((text) => new RegExp(pattern).test(text));
  const smallest = formats[format] ?? 'x'.repeat(minLength);
  return extreme && format === '' ? oddText.padEnd(minLength, 'x').slice(0, maxLength) : smallest;
}

function sampleObject(schema: SampledSchema, kind: SampleKind): object {
  const { properties = {}, required = [] } = schema;
  const names = kind.optional ? Object.keys(properties) : required;
  return Object.fromEntries(names.map((name) => [name, sampleValue(properties[name] ?? {}, kind)]));
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

/** Whether the value of an optional parameter can be generated apart from its meaning. */
const isPlain = (name: string, { type, format }: SampledSchema) =>
  type === 'integer' || (type === 'string' && format === undefined && name !== 'cursor');

export interface SentCall {
  /** The request has no token when this is absent. */
  readonly as?: string;
  /** Values of path parameters. The others are the largest numbers, as no row has them. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** The smallest valid body is used when this is absent. */
  readonly body?: unknown;
  /** Optional parameters of the query. */
  readonly query?: Readonly<Record<string, string>>;
  /** Whether the query and the body are extreme, also in optional parameters of the query. */
  readonly extreme?: boolean;
}

export async function sendDocumentedCall(
  app: FastifyInstance,
  { method, path, operation }: DocumentedCall,
  { as, params = {}, query = {}, body, extreme = false }: SentCall,
): Promise<{ readonly status: number; readonly code: string | null }> {
  const { parameters = [] } = operation;
  const made = (name: string) => {
    const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    return String(schema?.maximum ?? sampleValue(schema ?? {}));
  };
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(params[name] ?? made(name)),
  );
  const sampled = parameters
    .filter((one) => one.in === 'query')
    .filter(({ name, required, schema }) => required === true || (extreme && isPlain(name, schema)))
    .map(({ name, schema }): [string, string] => [name, String(sampleValue(schema, { extreme }))]);
  const search = new URLSearchParams([...sampled, ...Object.entries(query)]);
  const schema = operation.requestBody?.content['application/json']?.schema;
  const payload = schema === undefined ? undefined : (body ?? sampleValue(schema, { extreme }));
  const response = await app.inject({
    method,
    url: `/api${filled}?${search.toString()}`,
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
