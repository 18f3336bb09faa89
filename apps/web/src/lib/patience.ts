/** For a network that has stopped answering: the page is worth more than one card of it. */
const patienceMs = 3_000;

/** Waits for what a page would like to open with, but not for ever, and for no answer at all. */
export async function waitAWhile(asked: Promise<unknown>): Promise<void> {
  const patience = new Promise<void>((resolve) => {
    setTimeout(resolve, patienceMs);
  });
  await Promise.race([asked.catch(() => {}), patience]);
}
