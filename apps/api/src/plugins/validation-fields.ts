import type { ProblemField } from '@tanren/contract/problem';
import type { FastifySchemaValidationError } from 'fastify';

/** A form never shows more, and a hostile body must not be answered with a book. */
const longestList = 20;
const longestPath = 200;

/** Names the places, never the values: an answer may end up in somebody's log. */
export function listInvalidFields(
  errors: readonly FastifySchemaValidationError[],
  where: ProblemField['in'],
): ProblemField[] {
  return errors.slice(0, longestList).map((error) => ({
    path: placeOf(error).slice(0, longestPath),
    in: where,
    message: explain(error),
  }));
}

function placeOf({ instancePath, params }: FastifySchemaValidationError): string {
  const name = params['missingProperty'] ?? params['additionalProperty'];
  return typeof name === 'string' ? `${instancePath}/${escapePointer(name)}` : instancePath;
}

function explain({ keyword, message }: FastifySchemaValidationError): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a known field';
  return message ?? 'is not valid';
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
