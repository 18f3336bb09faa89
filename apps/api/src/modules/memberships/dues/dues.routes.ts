import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as accounts from '@tanren/contract/memberships/debit-accounts';
import { getMyDues } from '@tanren/contract/memberships/dues';
import * as contract from '@tanren/contract/memberships/staff-dues';
import { streamCsv } from '#modules/members/export-files.service.ts';
import type { StaffMembershipParts } from '#modules/memberships/staff-memberships.service.ts';
import {
  type DebitParts,
  readCollector,
  setAccount,
  setCollector,
  viewAccount,
} from './debit-accounts.service.ts';
import { duesHeaders, readDuesRows } from './dues-csv.service.ts';
import { importResults, makeTransfer } from './dues-transfers.service.ts';
import { addEntry, readMyDues, viewMembershipDues } from './membership-dues.service.ts';
import { chargeMonth, readDuesPage } from './month-dues.service.ts';

interface DuesOptions extends DebitParts, Pick<StaffMembershipParts, 'accounts'> {
  readonly now: () => Date;
}

/** Limit of a body with a file of a bank in base64, in bytes. Other calls have far less. */
const resultsBodyLimit = 1_500_000;

export const duesRoutes: FastifyPluginAsyncTypebox<DuesOptions> = async (
  app,
  { now, ...parts },
) => {
  app.route({
    ...getMyDues,
    handler: async ({ db, identity }) => await readMyDues(db, identity.sub, now()),
  });

  app.route({
    ...contract.listDues,
    handler: async ({ db, identity, params, query }) =>
      await readDuesPage(db, parts, { staffSub: identity.sub, ...params, ...query }, now()),
  });

  app.route({
    ...contract.exportDues,
    // HEAD would build the whole file and send none of it.
    exposeHeadRoute: false,
    handler: async ({ db, identity, params }, reply) => {
      const rows = await readDuesRows(db, parts, { staffSub: identity.sub, ...params }, now());
      const name = `dues-${params.gymId}-${params.month}.csv`;
      return await reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(streamCsv(duesHeaders, yieldAll(rows)));
    },
  });

  app.route({
    ...contract.chargeDues,
    handler: async ({ db, identity, params }) =>
      await chargeMonth(db, parts, { staffSub: identity.sub, ...params }, now()),
  });

  app.route({
    ...contract.makeTransfer,
    handler: async ({ db, identity, params, body }) =>
      await makeTransfer(db, parts, { staffSub: identity.sub, ...params, ...body }, now()),
  });

  app.route({
    ...contract.importResults,
    bodyLimit: resultsBodyLimit,
    handler: async ({ db, identity, params, body }) =>
      await importResults(db, parts, { staffSub: identity.sub, ...params, ...body }, now()),
  });

  app.route({
    ...contract.getMembershipDues,
    handler: async ({ db, identity, params }) =>
      await viewMembershipDues(db, parts, { staffSub: identity.sub, ...params }, now()),
  });

  app.route({
    ...contract.addDuesEntry,
    handler: async ({ db, identity, params, body }, reply) => {
      const entry = { staffSub: identity.sub, ...params, ...body };
      return await reply.code(201).send(await addEntry(db, parts, entry, now()));
    },
  });

  app.route({
    ...accounts.getDebitAccount,
    handler: async ({ db, identity, params }) => {
      const account = await viewAccount(db, parts, { staffSub: identity.sub, ...params }, now());
      return { account };
    },
  });

  app.route({
    ...accounts.setDebitAccount,
    handler: async ({ db, identity, params, body }) => {
      const sent = { staffSub: identity.sub, ...params, account: body };
      return { account: await setAccount(db, parts, sent, now()) };
    },
  });

  app.route({
    ...accounts.deleteDebitAccount,
    handler: async ({ db, identity, params }, reply) => {
      await setAccount(db, parts, { staffSub: identity.sub, ...params, account: null }, now());
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...accounts.getDuesCollector,
    handler: async ({ db, params }) => ({
      collector: await readCollector(db, parts, params.gymId),
    }),
  });

  app.route({
    ...accounts.setDuesCollector,
    handler: async ({ db, identity, params, body }) => {
      const sent = { staffSub: identity.sub, ...params, collector: body };
      return { collector: await setCollector(db, parts, sent, now()) };
    },
  });
};

async function* yieldAll<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}
