export interface Limit {
  readonly max: number;
  readonly seconds: number;
}

/** The client is an IPv4 address or an IPv6 network; a whole gym may stand behind one. */
export interface PoolLimits {
  readonly mailsPerAddress: Limit;
  readonly mailsPerClient: Limit;
  readonly signInsPerClient: Limit;
  readonly codesPerClient: Limit;
}

/** Windows of at most 15 minutes per address: nobody can keep a member out for longer. */
export const defaultLimits: PoolLimits = {
  mailsPerAddress: { max: 5, seconds: 15 * 60 },
  mailsPerClient: { max: 30, seconds: 60 * 60 },
  signInsPerClient: { max: 300, seconds: 5 * 60 },
  codesPerClient: { max: 50, seconds: 15 * 60 },
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds. */
export const lifetimes = {
  challenge: 3 * minute,
  delegationCode: minute,
  signUpCode: day,
  emailCode: day,
  resetCode: hour,
  /** A confirmation that is sent twice is answered alike for this long. */
  repeatedConfirmation: 10 * minute,
  token: hour,
  session: 30 * day,
  /** Two tabs, or an answer that was lost on the way, come again with the old token. */
  refreshGrace: minute,
  /** More than the client keeps them (50 minutes, whatever it is told). */
  awsCredentials: hour,
  familiarClient: 180 * day,
} as const;

export const triesPerCode = 5;
