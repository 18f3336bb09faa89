import type { Mailer } from '@tanren/user-pool/mail/mailer';
import { createTransport } from 'nodemailer';
import { isPrivateHost } from '#network-address.ts';

/** A mail server that does not answer must not hold a member's request for long. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Beyond networks of our own, a server that offers no encryption gets nothing: neither the
 * account of SMTP_URL nor members' codes. With smtps:// all of it is encrypted anyway.
 */
export function needsStartTls(smtpUrl: string): boolean {
  const { protocol, hostname } = new URL(smtpUrl);
  return protocol === 'smtp:' && !isPrivateHost(hostname);
}

/** Sends through the given server; connections are kept for the next mail. */
export function createSmtpMailer(
  smtpUrl: string,
  from: string,
  requireTLS: boolean = needsStartTls(smtpUrl),
): Mailer & { close: () => void } {
  const url = new URL(smtpUrl);
  // In the query, because what stands there goes before every other option.
  if (requireTLS) url.searchParams.set('requireTLS', 'true');
  const transport = createTransport({ url: url.href, pool: true, ...timeouts }, { from });
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({ to, subject, text });
    },
    close: () => {
      transport.close();
    },
  };
}
