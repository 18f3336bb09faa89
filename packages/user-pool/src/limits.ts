export interface Limit {
  readonly max: number;
  readonly seconds: number;
}

/**
 * Limits of the pool. A client is an IPv4 address or an IPv6 network. A whole gym may share one, so
 * calls about one target are counted for client and target together. Limits per account apply to
 * all unfamiliar browsers together, not to browsers that have signed in before.
 */
export interface PoolLimits {
  /** Mails to one address for one purpose, from all clients together. */
  readonly mailsPerAddress: Limit;
  readonly mailsPerClientToAddress: Limit;
  readonly mailsPerClient: Limit;
  readonly signInsPerClient: Limit;
  readonly codesPerClient: Limit;
  /** Tries of one network at the codes of one account. They also count for `codesPerAccount`. */
  readonly codesPerNetworkToAccount: Limit;
  readonly codesPerAccount: Limit;
  readonly passwordsPerAccount: Limit;
  readonly totpCodesPerAccount: Limit;
}

/**
 * A mailed code has a hundred million values: 100 tries an hour find one with 0.0001 %. Browsers
 * that request a mail have five more tries each. The 80 mails that an address gets in an hour give
 * 400 tries at five codes, which find one with 0.002 %. An authenticator app has three valid codes
 * of a million at a time: 100 tries a day find one with 0.03 %, and only with the password.
 */
export const defaultLimits: PoolLimits = {
  mailsPerAddress: { max: 20, seconds: 15 * 60 },
  mailsPerClientToAddress: { max: 5, seconds: 15 * 60 },
  mailsPerClient: { max: 300, seconds: 60 * 60 },
  signInsPerClient: { max: 300, seconds: 5 * 60 },
  codesPerClient: { max: 300, seconds: 15 * 60 },
  // This is a fifth of `codesPerAccount`, so it takes five networks to lock out all other
  // strangers.
  codesPerNetworkToAccount: { max: 20, seconds: 60 * 60 },
  codesPerAccount: { max: 100, seconds: 60 * 60 },
  passwordsPerAccount: { max: 50, seconds: 15 * 60 },
  totpCodesPerAccount: { max: 100, seconds: 24 * 60 * 60 },
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Lifetimes in seconds. */
export const lifetimes = {
  challenge: 3 * minute,
  delegationCode: minute,
  signUpCode: day,
  emailCode: day,
  resetCode: hour,
  /** Time in which a repeated confirmation gets the same answer. */
  repeatedConfirmation: 10 * minute,
  token: hour,
  session: 30 * day,
  /** Lifetime of a sign-in whose account must use an authenticator app. */
  workSession: 12 * hour,
  /** Two tabs, or a client whose answer was lost, use the old token again. */
  refreshGrace: minute,
  /** Longer than the client keeps them, which is always 50 minutes. */
  awsCredentials: hour,
  familiarClient: 180 * day,
} as const;

/**
 * Maximum difference between the time of a signed request and the server's, in either direction.
 */
export const signatureSkewMs = 5 * minute * 1000;

/** Default minimum length in characters. */
export const defaultPasswordMinimumLength = 6;

/**
 * Tries per client, and of all strangers together, so that using many networks brings no advantage.
 */
export const triesPerCode = 5;
export const strangersTriesPerCode = 25;
