import { nameDevice } from '@tanren/domain/identity/authentication';
import { toGymTime } from '@tanren/domain/gyms/gym-time';
import { notificationKindNames } from '@tanren/domain/members/notification-texts';
import { eq } from 'drizzle-orm';
import { notificationChoices, notificationOutbox, pushSubscriptions } from '#db/schema/members.ts';
import type { ExportPart, MemberData } from '#modules/identity/member-data.service.ts';
import { readChoices } from './notifications.service.ts';
import { listSubscriptions } from './notifications.store.ts';

const choicePart: ExportPart = {
  name: 'notification-choices',
  title: '通知の設定',
  headers: ['種類', 'プッシュ通知', 'メール'],
  async *readRows(db, { sub }) {
    for (const choice of await readChoices(db, sub)) {
      const { kind, push, mail } = choice;
      yield { record: { ...choice }, cells: [notificationKindNames[kind], push, mail] };
    }
  },
};

const devicePart: ExportPart = {
  name: 'push-subscriptions',
  title: '通知を受け取る端末',
  headers: ['端末', '追加日時（日本時間）', '最後の通知（日本時間）', '通知の宛先'],
  async *readRows(db, { sub }) {
    for (const row of await listSubscriptions(db, sub)) {
      const { endpoint, userAgent, createdAt, lastPushAt } = row;
      yield {
        record: { endpoint, userAgent, createdAt, lastPushAt },
        cells: [
          nameDevice(userAgent),
          toGymTime(createdAt),
          lastPushAt && toGymTime(lastPushAt),
          endpoint,
        ],
      };
    }
  },
};

/**
 * Erases and exports notifications. Waiting push messages are deleted with their device, and mails
 * separately.
 */
export const notificationData: MemberData = {
  async erase(tx, sub) {
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.sub, sub));
    await tx.delete(notificationOutbox).where(eq(notificationOutbox.sub, sub));
    await tx.delete(notificationChoices).where(eq(notificationChoices.sub, sub));
  },
  exports: [choicePart, devicePart],
};
