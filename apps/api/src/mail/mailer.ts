import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '#config/config.ts';
import { isPrivateHost } from '#http/network-address.ts';
import { currentRequestId } from '#http/log/request-context.ts';
import type { PlainMail } from './mail-words.ts';

export interface Mailer {
  send(mail: PlainMail): Promise<void>;
}

/** Time limits in milliseconds. A silent mail server must not delay a member's request for long. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Returns whether STARTTLS is required. A server outside private networks that offers no encryption
 * must get neither the account of SMTP_URL nor members' codes. With smtps:// everything is
 * encrypted anyway.
 */
export function needsStartTls(smtpUrl: string): boolean {
  const { protocol, hostname } = new URL(smtpUrl);
  return protocol === 'smtp:' && !isPrivateHost(hostname);
}

/** Sends through the given server. Connections are reused for the next mail. */
export function createSmtpMailer(
  smtpUrl: string,
  from: string,
  requireTLS: boolean = needsStartTls(smtpUrl),
): Mailer & { close: () => void } {
  const url = new URL(smtpUrl);
  // The option is in the query, because the query takes precedence over other options.
  if (requireTLS) url.searchParams.set('requireTLS', 'true');
  const transport = createTransport({ url: url.href, pool: true, ...timeouts }, { from });
  return {
    async send(mail) {
      const { to, subject, text } = mail;
      await transport.sendMail({ to, subject, text, headers: listHeaders(mail) });
    },
    close: () => {
      transport.close();
    },
  };
}

/** Matches the code in mails of the user pool. Other digits in a mail are no code. */
const codePattern = /確認コード：(\d+)/;

/**
 * Replaces a mail server: every mail becomes a file that only this account can read. One printed
 * line names the recipient and the code, so that a person who tries the product can continue.
 */
export function createOutbox(
  folder: string,
  now: () => Date,
  print: (line: string) => void,
): Mailer {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${now().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.txt`;
      const file = path.join(folder, name);
      await writeFile(file, formatMail(mail), { mode: 0o600 });
      const code = codePattern.exec(mail.text)?.[1];
      print(`mail to ${mail.to}: ${mail.subject}${code === undefined ? '' : ` ${code}`} (${file})`);
    },
  };
}

function formatMail(mail: PlainMail): string {
  const { to, subject, text } = mail;
  const more = Object.entries(listHeaders(mail)).map(([name, value]) => `${name}: ${value}\n`);
  return `To: ${to}\nSubject: ${subject}\n${more.join('')}\n${text}`;
}

/** Returns the headers with the request that caused the mail and with the unsubscribe address. */
function listHeaders({ unsubscribeUrl }: PlainMail): Record<string, string> {
  const requestId = currentRequestId();
  return {
    ...(requestId !== undefined && { 'X-Request-Id': requestId }),
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}

interface ChosenMailer {
  readonly mailer: Mailer;
  readonly description: string;
  readonly close: () => void;
}

/** Returns a mailer for the configured mail server, or one that writes mails into a folder. */
export function chooseMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  now: () => Date,
  print: (line: string) => void,
): ChosenMailer {
  if (config.smtpUrl === null) {
    const folder = path.join(config.dataDir, 'outbox');
    return {
      mailer: createOutbox(folder, now, print),
      description: `kept in ${folder}, codes printed here`,
      close: () => {},
    };
  }
  const mailer = createSmtpMailer(config.smtpUrl, config.mailFrom);
  return { mailer, description: `through ${new URL(config.smtpUrl).host}`, close: mailer.close };
}
