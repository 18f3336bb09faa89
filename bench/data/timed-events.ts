/** Runs events in the order of their times. */
export function createEvents() {
  const heap: { at: number; sequence: number; run: (now: number) => void }[] = [];
  let sequence = 0;
  const isBefore = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]];
    if (one === undefined || other === undefined) return false;
    return one.at < other.at || (one.at === other.at && one.sequence < other.sequence);
  };
  const swap = (a: number, b: number) => {
    const [one, other] = [heap[a], heap[b]];
    if (one !== undefined && other !== undefined) [heap[a], heap[b]] = [other, one];
  };
  const takeFirst = () => {
    const first = heap[0];
    swap(0, heap.length - 1);
    heap.pop();
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = isBefore(right, left) ? right : left;
      if (!isBefore(least, at)) return first;
      swap(at, least);
      at = least;
    }
  };
  return {
    add: (at: number, run: (now: number) => void) => {
      sequence += 1;
      heap.push({ at, sequence, run });
      for (let child = heap.length - 1; child > 0;) {
        const parent = (child - 1) >> 1;
        if (!isBefore(child, parent)) break;
        swap(child, parent);
        child = parent;
      }
    },
    run: () => {
      for (let next = takeFirst(); next !== undefined; next = takeFirst()) next.run(next.at);
    },
  };
}
