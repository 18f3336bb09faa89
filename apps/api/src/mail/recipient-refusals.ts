/** What Nodemailer tells of a mail server's answer. */
interface MailServerError {
  /** The SMTP command that was answered. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/** RFC 3463: an address (1) but not the sender's (1.7, 1.8), or a mailbox (2), that takes nothing. */
const ofRecipient = /^5\.(?:1\.(?!7$|8$)\d+|2\.\d+)$/;

/**
 * Whether the mail server will never take a mail for this recipient. What it refuses for reasons of
 * ours (account, relaying, sender, policy) is no such thing, however permanent it says it is: an
 * operator mends it, and the mails are still to be told.
 */
export function isRecipientRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode, response } = error as Error & MailServerError;
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || typeof response !== 'string') {
    return false;
  }
  if (responseCode < 500 || responseCode > 599) return false;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (status !== undefined) return ofRecipient.test(status);
  // Of servers that give no such status: no mailbox, not here, not a name of one.
  return [550, 551, 553].includes(responseCode) && !/relay/i.test(response);
}
