export interface Limit {
  readonly max: number;
  readonly seconds: number;
}

/**
 * The client is an IPv4 address or an IPv6 network; a whole gym may stand behind one, so what
 * belongs to one target is counted for client and target together. What is counted per account
 * is what all strangers have together: a browser that has signed in before is none of them.
 */
export interface PoolLimits {
  /** To one address for one purpose, whoever asks. */
  readonly mailsPerAddress: Limit;
  readonly mailsPerClientToAddress: Limit;
  readonly mailsPerClient: Limit;
  readonly signInsPerClient: Limit;
  readonly codesPerClient: Limit;
  /** Tries of one network at the codes of one account, out of those of `codesPerAccount`. */
  readonly codesPerNetworkToAccount: Limit;
  readonly codesPerAccount: Limit;
  readonly passwordsPerAccount: Limit;
  readonly totpCodesPerAccount: Limit;
}

/**
 * A mailed code is one of a hundred million, and 100 tries an hour find one with 0.0001 %. Browsers
 * that ask for a mail have five tries each beside that: the 80 mails that an address gets in an hour
 * give 400 tries at five codes, which find one with 0.002 %. A code
 * of an authenticator app has three right ones of a million at a time: 100 a day find one with
 * 0.03 %, and only for somebody who has the password.
 */
export const defaultLimits: PoolLimits = {
  mailsPerAddress: { max: 20, seconds: 15 * 60 },
  mailsPerClientToAddress: { max: 5, seconds: 15 * 60 },
  mailsPerClient: { max: 300, seconds: 60 * 60 },
  signInsPerClient: { max: 300, seconds: 5 * 60 },
  codesPerClient: { max: 300, seconds: 15 * 60 },
  // A fifth of what all have: it takes five networks to lock out everybody.
  codesPerNetworkToAccount: { max: 20, seconds: 60 * 60 },
  codesPerAccount: { max: 100, seconds: 60 * 60 },
  passwordsPerAccount: { max: 50, seconds: 15 * 60 },
  totpCodesPerAccount: { max: 100, seconds: 24 * 60 * 60 },
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
  /** Of those who must use an authenticator app. */
  workSession: 12 * hour,
  /** Two tabs, or an answer that was lost on the way, come again with the old token. */
  refreshGrace: minute,
  /** More than the client keeps them (50 minutes, whatever it is told). */
  awsCredentials: hour,
  familiarClient: 180 * day,
} as const;

/** How far a signed request's time may be from ours, to either side. */
export const signatureSkewMs = 5 * minute * 1000;

/** Characters, of a pool that was told nothing else. */
export const defaultPasswordMinimumLength = 6;

/** Of one client; and of all strangers together, so that many networks are no way round it. */
export const triesPerCode = 5;
export const strangersTriesPerCode = 25;
