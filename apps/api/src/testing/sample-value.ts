/** As much of JSON Schema as the contract uses. */
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

export type SampledNumbers = 'minimum' | 'maximum';

const formats: Readonly<Record<string, string>> = {
  date: '2026-05-01',
  'date-time': '2026-05-01T03:00:00.000Z',
  uuid: '11111111-1111-4111-8111-111111111111',
};

/** The smallest value that a schema takes; with the largest numbers, if wanted. */
export function sampleValue(schema: SampledSchema, numbers: SampledNumbers = 'minimum'): unknown {
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
