import { makeLinkCode } from './link-code.ts';
import type { MachineListener } from './machine-event.ts';

export interface LinkCodeOptions {
  readonly machineId: number;
  readonly linkKey: Buffer;
  readonly webOrigin: string;
  readonly now: () => Date;
  readonly onEvent: MachineListener;
}

/** The code of each minute as it begins. The answer ends it. */
export function showLinkCodes(options: LinkCodeOptions): () => void {
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    const { machineId, linkKey, webOrigin, now, onEvent } = options;
    const { code, url, validUntil } = makeLinkCode(machineId, linkKey, webOrigin, now());
    onEvent({ event: 'code', code, url, validUntil: validUntil.toISOString() });
    timer = setTimeout(show, Math.max(20, validUntil.getTime() - now().getTime()));
  };
  show();
  return () => clearTimeout(timer);
}
