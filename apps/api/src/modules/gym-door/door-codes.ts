import { createHmac } from 'node:crypto';
import { doorStepSeconds } from '@tanren/domain/door';
import { timeCode, timeStep } from '@tanren/domain/time-code';

export interface DoorCode {
  readonly passcode: string;
  readonly validFrom: Date;
  readonly validUntil: Date;
}

/** What the lock knows from now until then, one after the other, the present one first. */
export function listDoorCodes(doorSecret: Buffer, now: Date, until: Date): DoorCode[] {
  const hmac = (message: Uint8Array) => createHmac('sha1', doorSecret).update(message).digest();
  const codes: DoorCode[] = [];
  for (let step = timeStep(now, doorStepSeconds); startOf(step) < until; step += 1) {
    codes.push({
      passcode: timeCode(hmac, step),
      validFrom: startOf(step),
      // Never longer than the member may come in.
      validUntil: new Date(Math.min(startOf(step + 1).getTime(), until.getTime())),
    });
  }
  return codes;
}

function startOf(step: number): Date {
  return new Date(step * doorStepSeconds * 1000);
}
