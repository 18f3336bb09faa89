import { mapHealthQuestions } from '@tanren/domain/memberships/health-check';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { GymId, GymIdParams } from '#gyms/gyms.ts';

const Instant = Type.String({ format: 'date-time' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** One answer for each question of the domain: `true` for はい. */
const answerFields = mapHealthQuestions(() => Type.Boolean());

/** Answers of a member to the present questions of a gym. */
const AnsweredCheck = Type.Object({
  answeredAt: Instant,
  /** Time until which the answers are stored. */
  storedUntil: Instant,
  answers: Type.Object(answerFields),
});

export const DueHealthChecks = Type.Object({
  /** Gyms that ask for a health check before the member's first visit. */
  due: Type.Array(Type.Object({ gymId: Type.Integer(), gymName: Type.String() })),
});
export type DueHealthChecks = Type.Static<typeof DueHealthChecks>;

export const listDueHealthChecks = endpoint({
  method: 'GET',
  url: '/my/health-checks',
  access: 'member',
  summary: 'Gyms that the member has not visited yet and whose health check is not answered',
  schema: { response: { 200: DueHealthChecks } },
});

export const HealthCheck = Type.Object({
  gymId: Type.Integer(),
  gymName: Type.String(),
  /** Whether the gym asks for a health check now. Otherwise it takes no answers. */
  isAsked: Type.Boolean(),
  /** `null` while there are none. */
  check: orNull(AnsweredCheck),
});
export type HealthCheck = Type.Static<typeof HealthCheck>;

export const getHealthCheck = endpoint({
  method: 'GET',
  url: '/my/health-checks/:gymId',
  access: 'member',
  summary: "The member's own answers for a gym",
  schema: { params: GymIdParams, response: { 200: HealthCheck } },
});

export const answerHealthCheck = endpoint({
  method: 'PUT',
  url: '/my/health-checks/:gymId',
  access: 'member',
  summary:
    'Stores the answers encrypted, in place of earlier ones; repeatable. 409 change_impossible for a gym without a health check',
  schema: {
    params: GymIdParams,
    body: closedObject({ answers: closedObject(answerFields) }),
    response: { 200: HealthCheck },
  },
});

export const deleteHealthCheck = endpoint({
  method: 'DELETE',
  url: '/my/health-checks/:gymId',
  access: 'member',
  summary: 'Deletes the answers; repeatable',
  schema: { params: GymIdParams, response: { 200: HealthCheck } },
});

export const StaffHealthCheck = Type.Object({
  member: Type.String(),
  /** `null` while there are no answers to the present questions. */
  check: orNull(AnsweredCheck),
});
export type StaffHealthCheck = Type.Static<typeof StaffHealthCheck>;

export const getStaffHealthCheck = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId/health-checks/:member',
  access: 'staff',
  summary:
    'The answers of a person with a membership or a visit of today in this gym; each look is logged. 404 for others, and for a gym without a health check',
  schema: {
    params: closedObject({ gymId: GymId, member: Type.String({ format: 'uuid', maxLength: 36 }) }),
    response: { 200: StaffHealthCheck },
  },
});
