/** When machines were in use: nobody trains where somebody else sits. */
export interface MachineHours {
  /** The first moment from then on at which the machine is free for so long. */
  findFree(machineId: number, fromMs: number, lastsMs: number): number;
  occupy(machineId: number, fromMs: number, lastsMs: number): void;
}

/** To get up, wipe the seat, sit down. */
const changeMs = 60_000;
/** Nothing overlaps from one bucket to the next but one. */
const bucketMs = 6 * 60 * 60 * 1000;

export function createMachineHours(): MachineHours {
  const busy = new Map<number, { fromMs: number; untilMs: number }[]>();
  const key = (machineId: number, bucket: number) => bucket * 1000 + machineId;
  const listAround = (machineId: number, ms: number) => {
    const bucket = Math.floor(ms / bucketMs);
    return [bucket - 1, bucket, bucket + 1].flatMap((near) => busy.get(key(machineId, near)) ?? []);
  };
  return {
    findFree(machineId, fromMs, lastsMs) {
      let startMs = fromMs;
      for (;;) {
        const untilMs = startMs + lastsMs;
        const inTheWay = listAround(machineId, startMs).find(
          (use) => use.fromMs < untilMs + changeMs && use.untilMs + changeMs > startMs,
        );
        if (inTheWay === undefined) return startMs;
        startMs = inTheWay.untilMs + changeMs;
      }
    },
    occupy(machineId, fromMs, lastsMs) {
      const place = key(machineId, Math.floor(fromMs / bucketMs));
      const uses = busy.get(place) ?? [];
      uses.push({ fromMs, untilMs: fromMs + lastsMs });
      busy.set(place, uses);
    },
  };
}
