import type { OwnerLetter } from '@tanren/contract/endpoint';
import type { Letter } from '@tanren/user-pool/mail/mail-texts';
import {
  writeCalendarFeedMade,
  writeDataExported,
  writeTrainerCodeIssued,
} from '@tanren/user-pool/mail/security-letters';
import fp from 'fastify-plugin';
import type { Mailer } from '#mail/mailer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    ownerLetter?: OwnerLetter | null;
  }
}

const letters: Readonly<Record<OwnerLetter, () => Letter>> = {
  'calendar-feed': writeCalendarFeedMade,
  'trainer-code': writeTrainerCodeIssued,
  export: writeDataExported,
};

/**
 * Mails the member after a call that shares the member's data, so that a thief of the phone cannot
 * do it unnoticed. The call is not undone when the mail fails.
 */
export const ownerMails = fp<{ readonly mailer: Mailer }>(async (app, { mailer }) => {
  app.addHook('onResponse', async ({ identity, routeOptions, log }, { statusCode }) => {
    const { ownerLetter = null } = routeOptions.config;
    if (ownerLetter === null || statusCode >= 300 || identity.email === undefined) return;
    try {
      await mailer.send({ to: identity.email, ...letters[ownerLetter]() });
    } catch (error) {
      log.error({ err: error }, 'a mail to the owner failed');
    }
  });
});
