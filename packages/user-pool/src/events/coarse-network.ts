/**
 * Of what the throttle calls a client (an IPv4 address, or the first groups of an IPv6 address)
 * as much as tells a home from a foreign country: a /24 or a /48, never more.
 */
export function coarseNetwork(clientNetwork: string): string {
  const [address = ''] = clientNetwork.split('/', 1);
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)?.[1];
  if (four !== undefined) return `${four}.0/24`;
  const six = /^([\da-f]{1,4}):([\da-f]{0,4}):([\da-f]{0,4})(?::|$)/i.exec(address);
  if (six === null) return '';
  const groups = six.slice(1, 4).map((group) => Number.parseInt(group || '0', 16).toString(16));
  return `${groups.join(':')}::/48`;
}
