import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

interface Emulation {
  send(method: 'Emulation.setEmulatedMedia', values: object): Promise<unknown>;
}

/** Sets the motion that the member prefers until the end of the test. */
export async function preferMotion(value: 'reduce' | 'no-preference'): Promise<void> {
  const set = async (features: readonly object[]) =>
    await (cdp() as unknown as Emulation).send('Emulation.setEmulatedMedia', { features });
  await set([{ name: 'prefers-reduced-motion', value }]);
  // The other tests run without motion.
  onTestFinished(
    async () => void (await set([{ name: 'prefers-reduced-motion', value: 'reduce' }])),
  );
}
