/** Nodemailer's error with the answer of a mail server. */
interface MailServerError {
  /** The SMTP command that was answered. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
}

/**
 * Status codes of RFC 3463 that mean an invalid address (5.1, except 5.1.7 and 5.1.8, which are
 * about the sender) or an unusable mailbox (5.2).
 */
const ofRecipient = /^5\.(?:1\.(?!7$|8$)\d+|2\.\d+)$/;

/**
 * Returns whether the mail server will never accept a mail for this recipient. A rejection for
 * another reason (account, relaying, sender, policy) does not count, even if it is permanent: an
 * operator can fix it, and the mails must still be sent.
 */
export function isRecipientRejected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { command, responseCode, response } = error as Error & MailServerError;
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || typeof response !== 'string') {
    return false;
  }
  if (responseCode < 500 || responseCode > 599) return false;
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (status !== undefined) return ofRecipient.test(status);
  // Some servers give no such status. Their codes mean: no mailbox, not here, invalid name.
  return [550, 551, 553].includes(responseCode) && !/relay/i.test(response);
}
