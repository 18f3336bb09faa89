import type { ProblemCode } from '@tanren/contract/problem';
import type { FastifyError } from 'fastify';

import { AppError } from '#app-error.ts';
import { isDatabaseAway } from './database-failure.ts';
import { listInvalidFields } from './validation-fields.ts';

const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'invalid_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_NOT_FOUND: 'not_found',
};

/** Long enough for a database to come back, short enough for a waiting member. */
const retryAfterOutageSeconds = 5;

/** Reduces whatever was thrown to one of our codes; what it doesn't know is our fault. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error)) return new AppError('internal_error', { cause: error });
  const { code, validation, validationContext } = error as Partial<FastifyError>;
  if (validation !== undefined) {
    const fields = listInvalidFields(validation, validationContext ?? 'body');
    return new AppError('invalid_request', { fields, cause: error });
  }
  const known = code === undefined ? undefined : frameworkCodes[code];
  if (known !== undefined) return new AppError(known, { cause: error });
  if (isDatabaseAway(error)) {
    return new AppError('not_ready', { retryAfterSeconds: retryAfterOutageSeconds, cause: error });
  }
  return new AppError('internal_error', { cause: error });
}
