/**
 * Where a schema would let unknown fields through, as a JSON pointer into the schema, or
 * null. Asked for every request schema at start.
 */
export function findOpenObject(schema: unknown, at = ''): string | null {
  if (Array.isArray(schema)) return firstOpen(schema.entries(), at);
  if (typeof schema !== 'object' || schema === null) return null;
  if (describesObject(schema) && !isClosed(schema)) return at === '' ? '/' : at;
  return firstOpen(Object.entries(schema), at);
}

function firstOpen(entries: Iterable<readonly [string | number, unknown]>, at: string) {
  for (const [key, value] of entries) {
    const found = findOpenObject(value, `${at}/${key}`);
    if (found !== null) return found;
  }
  return null;
}

function describesObject(schema: object): boolean {
  return 'type' in schema && schema.type === 'object';
}

/** A record (`patternProperties` for every key) is closed by the pattern itself. */
function isClosed(schema: object): boolean {
  if ('additionalProperties' in schema) return schema.additionalProperties === false;
  if ('unevaluatedProperties' in schema) return schema.unevaluatedProperties === false;
  return 'patternProperties' in schema && !('properties' in schema);
}
