import { getTrainingStatus } from '@tanren/contract/workouts/training-status';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let sent: (string | null)[] = [];
const listeners = new Map<string, () => void>();

/** Loads the code as a new page does. */
async function openPage({ traces }: { readonly traces: boolean }) {
  vi.resetModules();
  const { startTapTraces } = await import('./tap-trace.ts');
  if (traces) startTapTraces();
  const { callApi: call } = await import('./api.ts');
  const { startEarlyCalls: startEarly } = await import('./early-calls.ts');
  const auth = await import('./auth/client-config.ts');
  auth.configureAuth({ userPoolId: 'local_calls', userPoolClientId: 'calls' });
  return { call: async () => await call(getTrainingStatus, {}), startEarly };
}

beforeEach(() => {
  sent = [];
  listeners.clear();
  vi.useFakeTimers();
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('addEventListener', (name: string, run: () => void) => listeners.set(name, run));
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers).get('traceparent'));
    return Response.json({});
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('names no tap while the server traces nothing', async () => {
  const { call, startEarly } = await openPage({ traces: false });
  startEarly(['/gyms'], 'token');
  await call();
  expect(sent).toEqual([null, null]);
  expect(listeners.size).toBe(0);
});

test.each(['click', 'popstate'])(
  'gives the calls of a tap one trace id, until the next %s',
  async (event) => {
    const { call, startEarly } = await openPage({ traces: true });
    startEarly(['/gyms'], 'token');
    await call();
    const [early, first] = sent;
    expect(early).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(first).toBe(early);
    listeners.get(event)?.();
    await call();
    await call();
    expect(sent[2]).not.toBe(early);
    expect(sent[3]).toBe(sent[2]);
  },
);

test('gives calls that a timer makes later a trace id of their own', async () => {
  const { call } = await openPage({ traces: true });
  await call();
  vi.advanceTimersByTime(10_001);
  await call();
  expect(sent[0]).not.toBe(sent[1]);
});
