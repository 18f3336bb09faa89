const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const tokyoMs = 9 * 60 * minuteMs;

/** Longer than a test takes, and than what it dates back. */
const before = 4 * minuteMs;
const after = 2 * minuteMs;

/**
 * The servers of the tests live by the real clock, and what is today must stay so while a test
 * looks at it. Only a run around midnight in Tokyo ever waits here.
 */
export async function leaveMidnight(): Promise<void> {
  const sinceMidnight = (Date.now() + tokyoMs) % dayMs;
  const toWait = (dayMs + after - sinceMidnight) % dayMs;
  if (toWait > before + after) return;
  await new Promise((resolve) => setTimeout(resolve, toWait));
}
