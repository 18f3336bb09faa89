import { hkdfSync } from 'node:crypto';
import type { Config } from '#config.ts';
import type { Database } from '#db/database.ts';
import { claimServerKey } from '#db/server-keys.ts';
import { openVapid, type Vapid } from './vapid.ts';

type VapidConfig = Pick<Config, 'vapidKey' | 'publicUrl' | 'mailFrom'>;

/**
 * The key that push services know us by: the configured one, or one that follows from the key of
 * trainers' codes, which lies in DATA_DIR, is in every backup and the same on all nodes. Browsers
 * subscribe to it, so a node with another one could send nothing, and must not start.
 */
export async function openVapidKey(
  config: VapidConfig,
  trainerCodeKey: Buffer,
  db: Database,
): Promise<Vapid> {
  const key = config.vapidKey ?? Buffer.from(hkdfSync('sha256', trainerCodeKey, '', 'vapid', 32));
  await claimServerKey(db, {
    name: 'vapid',
    key,
    remedy:
      'VAPID_KEY differs from the one this database was used with: set it as on the first node, ' +
      'or to the content of DATA_DIR/vapid-key of a restored backup ' +
      "(if it is lost, delete the row 'vapid' from the table server_keys: members switch notifications on again)",
  });
  return openVapid(key, nameContact(config));
}

/** Push services want a way to reach the operator. */
function nameContact({ publicUrl, mailFrom }: VapidConfig): string {
  if (publicUrl.protocol === 'https:') return publicUrl.origin;
  return `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
