import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { EndpointInput, EndpointOutput } from '@tanren/contract/endpoint';
import * as contract from '@tanren/contract/trainer-member-records';
import type { TrainerScope } from '@tanren/domain/trainer-scopes';
import type { Database } from '#db/database.ts';
import { requireLink, type TrainedMemberKey } from '#db/trainer-link.ts';
import { logView } from './trainer-views.service.ts';

/** The member's own answers, from the modules that give them. */
export interface MemberRecords {
  readonly listWorkouts: (
    db: Database,
    sub: string,
    query: EndpointInput<typeof contract.listTrainedWorkouts>['querystring'],
  ) => Promise<EndpointOutput<typeof contract.listTrainedWorkouts>>;
  readonly getWorkout: (
    db: Database,
    sub: string,
    workoutId: number,
  ) => Promise<EndpointOutput<typeof contract.getTrainedWorkout>>;
  readonly getHistory: (
    db: Database,
    sub: string,
    wanted: {
      readonly workoutType: number;
      readonly period?: EndpointInput<typeof contract.getTrainedHistory>['querystring']['period'];
    },
    now: Date,
  ) => Promise<EndpointOutput<typeof contract.getTrainedHistory>>;
  readonly listLoads: (
    db: Database,
    sub: string,
    now: Date,
  ) => Promise<EndpointOutput<typeof contract.listTrainedLoads>>;
  readonly getStatus: (
    db: Database,
    sub: string,
    now: Date,
  ) => Promise<EndpointOutput<typeof contract.getTrainedStatus>>;
}

export interface TrainerMemberRecordOptions {
  readonly db: Database;
  readonly now: () => Date;
  readonly records: MemberRecords;
}

export const trainerMemberRecordRoutes: FastifyPluginAsyncTypebox<
  TrainerMemberRecordOptions
> = async (app, { db, now, records }) => {
  /** Behind the link and its scope; what was read is shown once it is in the member's list. */
  async function show<T>(
    key: TrainedMemberKey,
    scope: TrainerScope,
    read: (memberSub: string) => Promise<T>,
  ): Promise<T> {
    const link = await requireLink(db, key, scope);
    const record = await read(link.memberSub);
    await logView(db, link, scope, now());
    return record;
  }

  app.route({
    ...contract.listTrainedWorkouts,
    handler: async ({ identity, params, query }) =>
      await show(
        { trainerSub: identity.sub, memberId: params.memberId },
        'history',
        async (sub) => await records.listWorkouts(db, sub, query),
      ),
  });

  app.route({
    ...contract.getTrainedWorkout,
    handler: async ({ identity, params }) =>
      await show(
        { trainerSub: identity.sub, memberId: params.memberId },
        'history',
        async (sub) => await records.getWorkout(db, sub, params.workoutId),
      ),
  });

  app.route({
    ...contract.getTrainedHistory,
    handler: async ({ identity, params, query }) =>
      await show(
        { trainerSub: identity.sub, memberId: params.memberId },
        'history',
        async (sub) =>
          await records.getHistory(db, sub, { workoutType: params.workoutType, ...query }, now()),
      ),
  });

  app.route({
    ...contract.listTrainedLoads,
    handler: async ({ identity, params }) =>
      await show(
        { trainerSub: identity.sub, memberId: params.memberId },
        'history',
        async (sub) => await records.listLoads(db, sub, now()),
      ),
  });

  app.route({
    ...contract.getTrainedStatus,
    handler: async ({ identity, params }) =>
      await show(
        { trainerSub: identity.sub, memberId: params.memberId },
        'status',
        async (sub) => await records.getStatus(db, sub, now()),
      ),
  });
};
