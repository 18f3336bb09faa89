import { weekParts } from '@tanren/domain/machines/waits-summary';
import * as Type from 'typebox';
import { endpoint } from '#endpoint.ts';
import { GymIdParams } from '#gyms/gyms.ts';

/** Waits in front of machines, simulated from the bouts of the last four weeks. */
export const GymWaits = Type.Object({
  gymId: Type.Integer(),
  gymName: Type.String(),
  /** First and last measured gym day. `null` before the first computation. */
  period: Type.Union([
    Type.Object({ from: Type.String({ format: 'date' }), to: Type.String({ format: 'date' }) }),
    Type.Null(),
  ]),
  /** Number of these days on which the gym was used. */
  days: Type.Integer(),
  /** The longest queues, the longest first. */
  queues: Type.Array(
    Type.Object({
      workoutTypeId: Type.Integer(),
      /** Day of the week of the gym day, where 0 is Sunday. */
      weekday: Type.Integer(),
      /** Hours after midnight of the gym day. 25 is one o'clock in the next morning. */
      hour: Type.Integer(),
      waitSeconds: Type.Integer(),
      /** Wait that one of twenty people exceeds. */
      longWaitSeconds: Type.Integer(),
      /** Share of the hour in which the machines were used, in percent. */
      usedPercent: Type.Integer(),
    }),
  ),
  /** Types of the gym, those first that one machine more would help most. */
  types: Type.Array(
    Type.Object({
      workoutTypeId: Type.Integer(),
      machines: Type.Integer(),
      bouts: Type.Integer(),
      /** Minutes that all people together waited in the period, and would save with one more. */
      waitMinutes: Type.Integer(),
      savedMinutes: Type.Integer(),
      /** Mean waits in the hours in which bouts began. */
      hours: Type.Array(
        Type.Object({
          part: Type.Enum([...weekParts]),
          hour: Type.Integer(),
          waitSeconds: Type.Integer(),
        }),
      ),
    }),
  ),
});
export type GymWaits = Type.Static<typeof GymWaits>;

export const getGymWaits = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/waits',
  access: 'staff',
  summary:
    'How long people wait for machines by type and hour, and what one machine more would save',
  schema: { params: GymIdParams, response: { 200: GymWaits } },
});
