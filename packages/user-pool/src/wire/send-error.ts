import type { FastifyReply, FastifyRequest } from 'fastify';
import { PoolError } from '#pool-error.ts';

/** Every answer is JSON with a type: the client takes anything else for a broken network. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { name, message } = toPoolError(error);
  if (name === 'InternalErrorException') request.log.error({ err: error }, 'user pool call failed');
  return await reply
    .code(name === 'InternalErrorException' ? 500 : 400)
    .header('x-amzn-requestid', request.id)
    .header('x-amzn-errortype', `${name}:`)
    .header('x-amzn-errormessage', message.replaceAll(/[^ -~]/g, '?'))
    .type('application/x-amz-json-1.1')
    .send(JSON.stringify({ __type: name, message }));
}

function toPoolError(error: unknown): PoolError {
  if (error instanceof PoolError) return error;
  if (error instanceof Error && 'statusCode' in error) {
    const status = Number(error.statusCode);
    if (status === 429) return new PoolError('TooManyRequestsException', 'Too many requests');
    if (status >= 400 && status < 500) {
      return new PoolError('SerializationException', 'The request is not readable');
    }
  }
  return new PoolError('InternalErrorException', 'Something went wrong');
}
