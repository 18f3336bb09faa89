import { deviceStorage } from '#lib/browser-storage.ts';
import { deleteTokens } from './auth.ts';
import { getClientConfig } from './client-config.ts';
import { readRefreshToken } from './stored-tokens.ts';

/*
 * Ends the sign-in of this device on the server, even if there is no network at the moment. The
 * queue holds the SHA-256 of the refresh token. Our user pool ends a sign-in by this hash, which
 * grants no access (docs/security.md, V7). The refresh token itself is deleted at once.
 */

const queueKey = 'tanren:sign-out';
/** Maximum number of sign-outs that wait on one device. The oldest ones are dropped. */
const maxQueued = 10;
const timeoutMs = 5000;
const retryMs = 60_000;

function readQueue(): readonly string[] {
  const queue = deviceStorage.readJson(queueKey);
  return Array.isArray(queue) ? queue.filter((proof) => typeof proof === 'string') : [];
}

/**
 * Returns whether a sign-out can wait here. Amazon's user pool needs the refresh token itself, and
 * pages without https cannot compute a hash.
 */
function canQueue(): boolean {
  return getClientConfig().userPoolEndpoint?.startsWith('/') === true && isSecureContext;
}

async function hashToken(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  const bytes = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return `sha256:${bytes.join('')}`;
}

/**
 * Removes the tokens from this device and ends the sign-in on the server, now or with the next
 * network. Returns `false` without doing anything when that is not possible here.
 */
export async function signOutByHash(): Promise<boolean> {
  const token = readRefreshToken(getClientConfig().userPoolClientId);
  if (token === null || !canQueue()) return false;
  const proof = await hashToken(token);
  if (!deviceStorage.saveJson(queueKey, [...readQueue(), proof].slice(-maxQueued))) return false;
  await deleteTokens();
  await sendSignOuts();
  return true;
}

/**
 * Returns whether this sign-in needs no further attempt: it has ended, or can never be ended this
 * way.
 */
async function endSignIn(proof: string): Promise<boolean> {
  const { userPoolEndpoint = '/', userPoolClientId: ClientId } = getClientConfig();
  try {
    const { status } = await fetch(userPoolEndpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
      },
      body: JSON.stringify({ ClientId, Token: proof }),
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
    });
    return status < 500 && status !== 429;
  } catch {
    return false;
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;

async function sendSignOuts(): Promise<void> {
  clearTimeout(timer);
  for (const proof of readQueue()) {
    if (!navigator.onLine || !(await endSignIn(proof))) {
      timer = setTimeout(() => void sendSignOuts(), retryMs);
      return;
    }
    const left = readQueue().filter((each) => each !== proof);
    if (left.length === 0) deviceStorage.remove(queueKey);
    else deviceStorage.saveJson(queueKey, left);
  }
}

/** Sends the sign-outs of earlier visits now, and again whenever the network may be back. */
export function startSignOutQueue(): () => void {
  const send = () => {
    if (document.visibilityState === 'visible') void sendSignOuts();
  };
  send();
  addEventListener('online', send);
  document.addEventListener('visibilitychange', send);
  return () => {
    clearTimeout(timer);
    removeEventListener('online', send);
    document.removeEventListener('visibilitychange', send);
  };
}
