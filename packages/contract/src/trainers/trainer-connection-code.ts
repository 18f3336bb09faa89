import { trainerScopes } from '@tanren/domain/trainers/trainers';
import * as Type from 'typebox';
import { closedObject, endpoint, pageOf, pageQuery } from '#endpoint.ts';

const Instant = Type.String({ format: 'date-time' });
/** The explicit `type` lets Ajv find duplicates with a lookup table. */
const Scope = Type.Enum([...trainerScopes], { type: 'string' });
const TrainerScopes = Type.Array(Scope, {
  uniqueItems: true,
  maxItems: trainerScopes.length,
});

/** State between a member and a trainer: no link, a code to give to the trainer, or a link. */
export const TrainerConnection = Type.Union([
  Type.Object({ state: Type.Literal('none') }),
  Type.Object({
    state: Type.Literal('pending'),
    code: Type.String(),
    expiresAt: Instant,
    scopes: Type.Array(Scope),
  }),
  Type.Object({
    state: Type.Literal('linked'),
    trainer: Type.Object({ nickname: Type.String() }),
    linkedAt: Instant,
    scopes: Type.Array(Scope),
  }),
]);
export type TrainerConnection = Type.Static<typeof TrainerConnection>;

export const getTrainerConnection = endpoint({
  method: 'GET',
  url: '/trainer-connection-code',
  access: 'member',
  summary: 'The code that waits to be entered, or the trainer who is linked',
  schema: { response: { 200: TrainerConnection } },
});

export const issueTrainerCode = endpoint({
  method: 'POST',
  url: '/trainer-connection-code',
  access: 'member',
  recentAuthentication: true,
  ownerLetter: 'trainer-code',
  summary:
    'Issues a code for 15 minutes and voids the last; 409 trainer_linked while linked. Told by mail',
  schema: {
    /** Default: all scopes. */
    body: closedObject({ scopes: Type.Optional(TrainerScopes) }),
    response: { 201: TrainerConnection },
  },
});

/** This endpoint is an addition to the specification. */
export const changeTrainerScopes = endpoint({
  method: 'PATCH',
  url: '/trainer-connection-code',
  access: 'member',
  summary: 'Changes what the trainer may see, at once; 404 without code or link',
  schema: { body: closedObject({ scopes: TrainerScopes }), response: { 200: TrainerConnection } },
});

/** This endpoint is an addition to the specification. */
export const endTrainerConnection = endpoint({
  method: 'DELETE',
  url: '/trainer-connection-code',
  access: 'member',
  summary: 'Ends code or link at once; repeatable',
  schema: { response: { 204: Type.Null() } },
});

export const TrainerView = Type.Object({
  id: Type.Integer(),
  seen: Scope,
  /**
   * Time of the first view. Further views of the same data within a quarter of an hour are not
   * listed.
   */
  seenAt: Instant,
  /** `null` after the trainer has left. */
  nickname: Type.Union([Type.String(), Type.Null()]),
});
export type TrainerView = Type.Static<typeof TrainerView>;

/** This endpoint is an addition to the specification. */
export const listTrainerViews = endpoint({
  method: 'GET',
  url: '/my/trainer-views',
  access: 'member',
  summary: 'Who saw what of the member and when, newest first, of the last year',
  schema: { querystring: closedObject(pageQuery), response: { 200: pageOf(TrainerView) } },
});
