import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

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
      serialize = fastJson(schema) as Serialize;
      compiled.set(schema, serialize);
    }
    return serialize(answer);
  };
};
