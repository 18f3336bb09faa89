import path from 'node:path';
import type { Mailer } from '@tanren/user-pool/mail/mailer';
import type { Config } from '#config.ts';
import { createOutbox } from '#embedded/outbox.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export interface ChosenMailer {
  readonly mailer: Mailer;
  readonly description: string;
  readonly close: () => void;
}

/** The configured mail server, or a folder that keeps the mails. */
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
