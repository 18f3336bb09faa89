import { hkdfSync } from 'node:crypto';
import type { Config } from '#config/config.ts';
import type { Database } from '#db/database.ts';
import { claimServerKey } from '#db/server-keys.ts';
import { openVapid, type Vapid } from './vapid.ts';

type VapidConfig = Pick<Config, 'vapidKey' | 'publicUrl' | 'mailFrom'>;

/**
 * Returns the key that identifies this server to push services: the configured one, or one derived
 * from the key of trainers' codes, which is in DATA_DIR, in every backup, and the same on all
 * nodes. Browsers subscribe to the key, so a node with another one could send nothing and must not
 * start.
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

/** Returns the contact of the operator, which push services require. */
function nameContact({ publicUrl, mailFrom }: VapidConfig): string {
  if (publicUrl.protocol === 'https:') return publicUrl.origin;
  return `mailto:${/<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom}`;
}
