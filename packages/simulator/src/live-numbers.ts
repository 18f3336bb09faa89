import type { SavedLink } from '#journal/state-files.ts';

/** Number of live messages after which the link is saved again. */
const seqStep = 1000;

/**
 * Returns the number of the next live message: the tenths of a second since the link began, or the
 * last number plus one if the clock was set back. With the link it saves a number that no message
 * has reached, from which the machine continues after a restart.
 */
export function numberLive(
  link: SavedLink,
  last: number,
  now: Date,
  save: (link: SavedLink) => void,
): { seq: number; link: SavedLink } {
  const tenths = Math.floor((now.getTime() - new Date(link.linkedAt).getTime()) / 100);
  const seq = Math.max(last + 1, tenths);
  if (seq < (link.seqEnd ?? 0)) return { seq, link };
  const reserved = { ...link, seqEnd: seq + seqStep };
  save(reserved);
  return { seq, link: reserved };
}
