import type { Mailer } from '@tanren/user-pool/mail/mailer';
import { createTransport } from 'nodemailer';

/** A mail server that does not answer must not hold a member's request for long. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Sends through the given server; connections are kept for the next mail. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer & { close: () => void } {
  const transport = createTransport({ url: smtpUrl, pool: true, ...timeouts }, { from });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text });
    },
    close: () => {
      transport.close();
    },
  };
}
