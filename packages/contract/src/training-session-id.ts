import * as Type from 'typebox';
import { closedObject } from './closed-object.ts';

export const SessionId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const SessionIdParams = closedObject({ trainingSessionId: SessionId });
