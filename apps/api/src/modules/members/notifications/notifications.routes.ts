import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import * as contract from '@tanren/contract/members/notifications';
import { AppError } from '#http/app-error.ts';
import type { Unsubscriptions } from '#mail/unsubscribe.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import type { PushService } from '#push/push-service.ts';
import { addDevice, choose, queueTest, readChoices, toDevice } from './notifications.service.ts';
import { deleteSubscription, listSubscriptions, stopMail } from './notifications.store.ts';

interface NotificationOptions {
  readonly now: () => Date;
  readonly lockAccount: LockAccount;
  readonly push: PushService;
}

/** Maximum number of tests per minute. Each test reaches every device of the member. */
const testsAMinute = 3;

export const notificationRoutes: FastifyPluginAsyncTypebox<NotificationOptions> = async (
  app,
  { now, lockAccount, push },
) => {
  app.route({
    ...contract.getNotificationSettings,
    handler: async ({ db, identity: { sub, email = null } }) => ({
      choices: await readChoices(db, sub),
      devices: (await listSubscriptions(db, sub)).map(toDevice),
      vapidPublicKey: push.publicKey,
      email,
    }),
  });

  app.route({
    ...contract.chooseNotifications,
    handler: async ({ db, identity, body }, reply) => {
      await choose(db, lockAccount, identity, body.choices);
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.addPushDevice,
    handler: async ({ db, identity: { sub, originJti = null }, headers, body }, reply) => {
      const device = { sub, originJti, userAgent: headers['user-agent'] ?? '', ...body };
      return await reply.code(201).send(await addDevice(db, lockAccount, push, device, now()));
    },
  });

  app.route({
    ...contract.removePushDevice,
    handler: async ({ db, identity, params: { subscriptionId } }, reply) => {
      const removed = await deleteSubscription(db, identity.sub, subscriptionId);
      if (!removed) throw new AppError('not_found');
      return await reply.code(204).send(null);
    },
  });

  app.route({
    ...contract.sendTestNotification,
    config: {
      ...contract.sendTestNotification.config,
      rateLimit: { max: testsAMinute, timeWindow: '1 minute' },
    },
    handler: async ({ db, identity }, reply) =>
      await reply.code(202).send({ devices: await queueTest(db, identity.sub, now()) }),
  });
};

interface UnsubscriptionOptions {
  readonly unsubscriptions: Pick<Unsubscriptions, 'read'>;
}

/**
 * Serves unsubscribing without a sign-in: the signed token is the key, and it can only turn mails
 * off.
 */
export const unsubscriptionRoutes: FastifyPluginAsyncTypebox<UnsubscriptionOptions> = async (
  app,
  { unsubscriptions },
) => {
  // Mail programs send a form with one field (RFC 8058). Its content is ignored, because the call
  // itself is the request.
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
    app.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 1024 }, async () => undefined);
  }

  const requireToken = (token: string) => {
    const mailed = unsubscriptions.read(token);
    if (mailed === null) throw new AppError('not_found');
    return mailed;
  };

  app.route({
    ...contract.readUnsubscription,
    handler: async ({ db, params: { token }, headers }, reply) => {
      const { sub, kind } = requireToken(token);
      // The mail program of this person only opens the address, so the browser gets the page.
      if (headers.accept?.includes('text/html') === true) {
        return await reply.redirect(`/unsubscribe?token=${encodeURIComponent(token)}`, 303);
      }
      const choice = (await readChoices(db, sub)).find((each) => each.kind === kind);
      return { kind, stopped: choice?.mail === false };
    },
  });

  app.route({
    ...contract.unsubscribe,
    handler: async ({ db, params: { token } }, reply) => {
      const { sub, kind } = requireToken(token);
      const choice = (await readChoices(db, sub)).find((each) => each.kind === kind);
      const push = choice?.push ?? true;
      await db.transaction(async (tx) => await stopMail(tx, sub, { kind, push }));
      return await reply.code(204).send(null);
    },
  });
};
