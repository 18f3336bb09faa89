import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import type { Database } from '#db/database.ts';
import { memberRecords } from './member-records.ts';
import type { LinkNotifications } from '#modules/machines/link-notifications.ts';
import { trainerConnectionCodeRoutes } from '#modules/trainers/trainer-connection-code.routes.ts';
import {
  trainerMemberRecordRoutes,
  trainerMemberRoutes,
} from '#modules/trainers/trainer-members.routes.ts';
import { trainedSessionRoutes } from '#modules/menus/menus.routes.ts';
import { chosenLoadRoutes } from '#modules/trainers/chosen-loads.routes.ts';

interface TrainerParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
  readonly trainerCodeKey: Buffer;
  readonly notifications: LinkNotifications;
}

/** What members and their trainers do with each other, over several modules. */
export const trainerRoutes: FastifyPluginAsyncTypebox<TrainerParts> = async (
  app,
  { db, now, holdAccount, trainerCodeKey, notifications },
) => {
  const common = { db, now, holdAccount, notifyMachine: notifications.replanned };
  await app.register(trainerConnectionCodeRoutes, { ...common, trainerCodeKey });
  await app.register(trainerMemberRoutes, { ...common, trainerCodeKey });
  await app.register(trainerMemberRecordRoutes, { db, now, records: memberRecords });
  await app.register(trainedSessionRoutes, { db, now, holdAccount });
  await app.register(chosenLoadRoutes, { db, now, notifyMachine: notifications.replanned });
};
