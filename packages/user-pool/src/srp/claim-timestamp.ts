const days = 'Sun|Mon|Tue|Wed|Thu|Fri|Sat';
const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const pattern = new RegExp(
  `^(?:${days}) (?:${months}) (?:[1-9]|[12]\\d|3[01]) (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d UTC \\d{4}$`,
);

/**
 * Only the form is checked. The sealed handshake proves freshness by the server's own clock;
 * comparing with the client's would turn away members whose phone is a few minutes off.
 */
export function isClaimTimestamp(text: string): boolean {
  return pattern.test(text);
}
