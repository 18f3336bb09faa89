import { reportReasons } from '@tanren/domain/training-sessions';
import * as Type from 'typebox';
import { closedObject } from './closed-object.ts';
import { endpoint } from './endpoint.ts';
import { SessionIdParams } from './training-session-id.ts';

export const reportTrainingSession = endpoint({
  method: 'POST',
  url: '/training-sessions/:trainingSessionId/reports',
  access: 'member',
  summary: 'Tells staff about a public session of somebody else; repeatable, the last one counts',
  schema: {
    params: SessionIdParams,
    body: closedObject({
      reason: Type.Enum([...reportReasons]),
      comment: Type.String({ maxLength: 2000 }),
    }),
    response: { 204: Type.Null() },
  },
});
