import { BlockList, isIP } from 'node:net';

/** Addresses that only this machine can reach. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** RFC 1918, RFC 4193, RFC 6598 and link-local: networks that belong to the operator alone. */
const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('100.64.0.0', 10, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/**
 * Returns whether a host is this machine. It may be a name, an IPv4 address, or an IPv6 address
 * with or without brackets.
 */
export function isLoopbackHost(host: string): boolean {
  const name = bare(host);
  return isIP(name) === 0
    ? name === 'localhost' || name.endsWith('.localhost')
    : includes(loopback, name);
}

/**
 * Returns whether a host is loopback, a private address, or a name that public DNS does not know.
 * Such a name has no dot, as in container networks and home routers, or a reserved top-level
 * domain.
 */
export function isPrivateHost(host: string): boolean {
  const name = bare(host);
  if (isLoopbackHost(name)) return true;
  if (isIP(name) !== 0) return includes(privateNetworks, name);
  return !name.includes('.') || /\.(local|internal|lan|home\.arpa)$/.test(name);
}

/** Addresses outside the internet: multicast, reserved, "this network", and IPv4 inside IPv6. */
const otherwiseSpecial = new BlockList();
otherwiseSpecial.addSubnet('0.0.0.0', 8, 'ipv4');
otherwiseSpecial.addSubnet('192.0.0.0', 24, 'ipv4');
otherwiseSpecial.addSubnet('198.18.0.0', 15, 'ipv4');
otherwiseSpecial.addSubnet('224.0.0.0', 3, 'ipv4');
otherwiseSpecial.addAddress('::', 'ipv6');
otherwiseSpecial.addSubnet('64:ff9b::', 96, 'ipv6');
otherwiseSpecial.addSubnet('2002::', 16, 'ipv6');
otherwiseSpecial.addSubnet('ff00::', 8, 'ipv6');

/**
 * Returns whether an address is inside our network. Input of a client must never cause a connection
 * to it.
 */
export function isOwnNetworkAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return [loopback, privateNetworks, otherwiseSpecial].some((list) => includes(list, mapped));
}

/**
 * Parses the networks. Returns `null` if one is neither an address nor a range such as 10.0.0.0/8.
 */
export function readNetworks(texts: readonly string[]): BlockList | null {
  const networks = new BlockList();
  for (const text of texts) {
    const [address = '', prefix, ...rest] = text.split('/');
    const version = isIP(address);
    const longest = version === 4 ? 32 : 128;
    const bits = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1;
    if (version === 0 || rest.length > 0 || bits < 0 || bits > longest) return null;
    networks.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
  }
  return networks;
}

/** Returns whether an address from a socket or a header lies in one of the networks. */
export function includes(networks: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
}
