interface Clocks {
  /** Milliseconds of the clock that people and time servers set. */
  readonly wall: () => number;
  /** Milliseconds of the one that nobody can set. */
  readonly steady: () => number;
}

const processClocks: Clocks = { wall: Date.now, steady: () => performance.now() };
const everyMs = 10_000;
/** Less is a time server at work. */
const jumpMs = 60_000;

/**
 * With an embedded database there is no other clock to compare ours with than the steady one of the
 * processor: when the two part, somebody set the clock, or the machine slept. The returned
 * function ends it.
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

/** Machines without a battery for their clock start in the past. null: all is well. */
export function describeClockBehind(lastUse: Date | undefined, now: Date): string | null {
  if (lastUse === undefined || lastUse.getTime() - now.getTime() < jumpMs) return null;
  return (
    `The clock of this machine says ${now.toISOString()}, but the database was in use at ${lastUse.toISOString()}: ` +
    'set the clock (timedatectl), or what is recorded now will stand before what is there.'
  );
}
