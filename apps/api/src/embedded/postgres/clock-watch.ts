interface Clocks {
  /** Returns the milliseconds of the clock that people and time servers set. */
  readonly wall: () => number;
  /** Returns the milliseconds of a clock that cannot be set. */
  readonly steady: () => number;
}

const processClocks: Clocks = { wall: Date.now, steady: () => performance.now() };
const everyMs = 10_000;
/** Minimum jump that is reported. A time server causes smaller ones. */
const jumpMs = 60_000;

/**
 * Reports jumps of the machine's clock. With an embedded database the only other clock is the
 * steady one of the processor: when the two diverge, the clock was set or the machine slept.
 * Returns a function that ends it.
 */
export function watchClock(
  onJump: (line: string) => void,
  clocks: Clocks = processClocks,
): () => void {
  let offset = clocks.wall() - clocks.steady();
  const timer = setInterval(() => {
    const now = clocks.wall() - clocks.steady();
    const jump = now - offset;
    offset = now;
    if (Math.abs(jump) >= jumpMs) onJump(describeJump(jump));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function describeJump(milliseconds: number): string {
  const direction = milliseconds > 0 ? 'forward' : 'back';
  return (
    `The clock of this machine jumped ${direction} by ${Math.round(Math.abs(milliseconds) / 1000)} s, or the machine slept: ` +
    'check its time (timedatectl); what is recorded has the time of this clock.'
  );
}

/**
 * Returns a warning when the clock is before the last use of the database, or `null`. Machines
 * without a battery for their clock start in the past.
 */
export function describeClockBehind(lastUse: Date | undefined, now: Date): string | null {
  if (lastUse === undefined || lastUse.getTime() - now.getTime() < jumpMs) return null;
  return (
    `The clock of this machine says ${now.toISOString()}, but the database was in use at ${lastUse.toISOString()}: ` +
    'set the clock (timedatectl), or what is recorded now will stand before what is there.'
  );
}
