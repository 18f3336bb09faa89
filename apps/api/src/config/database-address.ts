/** The address of PostgreSQL, parsed from DATABASE_URL. */
export interface DatabaseAddress {
  /** The URL of the server as `pg` and PostgreSQL's own programs understand it. */
  readonly server: string;
  /** The address without user and password: `db:5432`, or the folder of a socket. */
  readonly description: string;
  /** Empty when the operating system account of the program is used. */
  readonly user: string;
}

export interface AddressError {
  /** The rest of a sentence that begins with the name of the setting. */
  readonly reason: string;
}

const form =
  /^(?<scheme>postgres(?:ql)?):\/\/(?:(?<account>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const hostForm = /^(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]]*)(?::(?<port>\d*))?$/;

/** The program writes, so it accepts only a server that allows writes. */
const usefulAttributes = ['read-write', 'primary'];

const notAUrl: AddressError = {
  reason:
    'must be a URL that starts with postgres:// or postgresql:// and names a server or the folder of a socket',
};

interface Place {
  readonly host: string;
  readonly port: string;
}

const severalServers: AddressError = {
  reason:
    'must name one address: put HAProxy in front of several servers and name it here (docs/deployment.md, "Three database servers")',
};

/**
 * Parses the forms that libpq supports but `pg` alone does not: a socket's folder as the host
 * (`postgres://%2Fvar%2Frun%2Fpostgresql/tanren`) or as a parameter
 * (`postgres:///tanren?host=/var/run/postgresql`).
 */
export function readDatabaseAddress(text: string): DatabaseAddress | AddressError {
  const { scheme, account = '', hosts = '', path = '', query = '' } = form.exec(text)?.groups ?? {};
  if (scheme === undefined) return notAUrl;
  const parameters = new URLSearchParams(query);
  // The parameters take precedence over the host part.
  const given = [parameters.get('host') ?? hosts, parameters.get('port') ?? ''];
  if (given.some((each) => each.includes(','))) return severalServers;
  const place = readPlace(hosts, parameters.get('host'), parameters.get('port'));
  if (place === null) return notAUrl;
  const attributes = parameters.get('target_session_attrs');
  if (attributes !== null && !usefulAttributes.includes(attributes)) {
    return {
      reason: 'must have target_session_attrs=read-write or none, since the program writes',
    };
  }
  for (const name of ['host', 'port', 'target_session_attrs']) parameters.delete(name);
  return {
    server: formatServer(`${scheme}://${account}`, place, path, parameters),
    description: describePlace(place),
    user: parameters.get('user') ?? decode(account.split(':', 1)[0] ?? ''),
  };
}

/**
 * Returns the user of an address that `config.ts` has accepted, or an empty text without a user.
 */
export function readDatabaseUser(text: string): string {
  const address = readDatabaseAddress(text);
  return 'reason' in address ? '' : address.user;
}

/** Decodes percent-encoding. Text that is not encoded is returned unchanged, as `pg` does. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readPlace(hosts: string, host: string | null, port: string | null): Place | null {
  const named = hostForm.exec(hosts)?.groups;
  if (named === undefined) return null;
  const place = {
    host: decode(host ?? named['host'] ?? ''),
    port: (port ?? named['port']) || '5432',
  };
  return isUsable(place) ? place : null;
}

function isUsable({ host, port }: Place): boolean {
  const isPort = /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65_535;
  return isPort && (host.startsWith('/') || /^(\[[\d:a-fA-F.]+\]|[\w.:-]+)$/.test(host));
}

function describePlace({ host, port }: Place): string {
  if (!host.startsWith('/')) return `${host}:${port}`;
  return port === '5432' ? host : `${host} (port ${port})`;
}

/** Formats a URL that `new URL` accepts. The host before a socket's folder is never used. */
function formatServer(
  start: string,
  { host, port }: Place,
  path: string,
  parameters: URLSearchParams,
): string {
  const own = new URLSearchParams(parameters);
  const isSocket = host.startsWith('/');
  if (isSocket) own.set('host', host);
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const account = start.endsWith('//') ? start : `${start}@`;
  const query = own.size === 0 ? '' : `?${own.toString()}`;
  return `${account}${isSocket ? 'localhost' : name}:${port}${path}${query}`;
}
