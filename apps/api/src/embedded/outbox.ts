import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Mail, Mailer } from '@tanren/user-pool/mail/mailer';

/** As the user pool writes it: other digits in a mail are no code. */
const codePattern = /確認コード：(\d+)/;

/**
 * Stands in for a mail server: every mail becomes a file that only we can read, and one line says
 * whom it was for and which code it held, so that whoever tries the product can go on.
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

function formatMail({ to, subject, text }: Mail): string {
  return `To: ${to}\nSubject: ${subject}\n\n${text}`;
}
