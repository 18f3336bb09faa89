import * as Type from 'typebox';
import { closedObject } from '#endpoint.ts';

/**
 * One line of a recording: a message between a machine and the server, in either direction. Files
 * of recordings have one JSON object in each line, in the order of the messages.
 */
export const RecordedMessage = closedObject({
  kind: Type.Literal('message'),
  /** Time at which the recorder got the message. */
  at: Type.String({ format: 'date-time', maxLength: 40 }),
  from: Type.Enum(['machine', 'server']),
  topic: Type.String({ maxLength: 200 }),
  qos: Type.Integer({ minimum: 0, maximum: 2 }),
  retain: Type.Boolean(),
  /** Text of the message. Bytes that are not UTF-8 are replacement characters. */
  payload: Type.String(),
});
export type RecordedMessage = Type.Static<typeof RecordedMessage>;
