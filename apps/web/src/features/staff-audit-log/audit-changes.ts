import type { AuditEntry } from '@tanren/contract/staff-audit-log';

const fieldNames: Readonly<Record<string, string>> = {
  content: '本文',
  publishAt: '公開日時',
  name: '名前',
  address: '住所',
  access: 'アクセス',
  phone: '電話番号',
  slotMinutes: '予約枠（分）',
  capacity: '定員（人）',
  cancelDeadlineMinutes: '取消しの期限（分前）',
  sunday: '日曜日',
  monday: '月曜日',
  tuesday: '火曜日',
  wednesday: '水曜日',
  thursday: '木曜日',
  friday: '金曜日',
  saturday: '土曜日',
  hours: '営業時間',
  note: 'メモ',
  reservation: '予約',
  minLoad: '最小の負荷（kg）',
  maxLoad: '最大の負荷（kg）',
  loadStep: '負荷の刻み（kg）',
  sets: '記録',
};

/** A field that has no words of ours is shown as it was written. */
export function nameField(field: string): string {
  const [, plan] = /^plan(\d+)$/.exec(field) ?? [];
  return plan === undefined ? (fieldNames[field] ?? field) : `料金プラン${plan}`;
}

/** Something new has no before, something gone no after. */
export function describeChange({ field, before, after }: AuditEntry['changes'][number]) {
  return { name: nameField(field), before: before || 'なし', after: after || 'なし' };
}
