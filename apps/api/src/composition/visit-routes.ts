import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Database } from '#db/database.ts';
import { memberCalendarRoutes } from '#modules/booking/calendar/calendar-feeds.routes.ts';
import { membershipRoutes } from '#modules/memberships/memberships.routes.ts';
import { trainingReservationRoutes } from '#modules/booking/training-reservations.routes.ts';
import { cancelUncovered } from '#modules/booking/uncovered-reservations.ts';
import type { HoldAccount } from '#modules/identity/accounts.service.ts';
import { type BoardChanges, tellBoards } from './board-changes.ts';

interface VisitParts {
  readonly db: Database;
  readonly now: () => Date;
  readonly holdAccount: HoldAccount;
  readonly publicUrl: URL;
  readonly boards: BoardChanges;
}

/** How members come to a gym: memberships, reservations by them, and the calendar of these. */
export const visitRoutes: FastifyPluginAsyncTypebox<VisitParts> = async (
  app,
  { publicUrl, boards, ...parts },
) => {
  await app.register(membershipRoutes, {
    ...parts,
    cancelUncovered: tellBoards(boards, cancelUncovered),
  });
  await app.register(trainingReservationRoutes, { ...parts, onSlotsChanged: boards.changed });
  await app.register(memberCalendarRoutes, { ...parts, publicUrl });
};
