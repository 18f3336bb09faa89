import type { GymContent } from '@tanren/contract/gyms/staff-gyms';
import type { GymFieldName } from '@tanren/domain/gyms/gym-fields';
import type { JoiningRule } from '@tanren/domain/memberships/memberships';

interface GymFieldWords<Value> {
  /** Name in the form and where two versions are compared. */
  readonly label: string;
  /** Name in the audit log, with the unit of the logged value. */
  readonly loggedAs: string;
  /** Shows a value where two versions are compared. */
  readonly show: (value: Value) => string;
}

export const joiningNames = {
  approval: '店舗で確認',
  open: 'すぐに有効',
} as const satisfies Record<JoiningRule, string>;

/** Names of the choices, by their value in the form. */
export const healthCheckNames = { true: '行う', false: '行わない' } as const;

const asWritten = (text: string) => text;

/**
 * Words for every field of a gym that staff edit, in the order of the form. The form, the
 * comparison with a colleague's version and the audit log take their names from here.
 */
export const gymFieldWords: {
  readonly [Field in GymFieldName]: GymFieldWords<GymContent[Field]>;
} = {
  name: { label: '店舗名', loggedAs: '名前', show: asWritten },
  address: { label: '住所', loggedAs: '住所', show: asWritten },
  access: { label: 'アクセス', loggedAs: 'アクセス', show: asWritten },
  phone: { label: '電話番号', loggedAs: '電話番号', show: asWritten },
  email: { label: 'メールアドレス', loggedAs: 'メールアドレス', show: asWritten },
  slotMinutes: {
    label: '1回の利用時間',
    loggedAs: '予約枠（分）',
    show: (minutes) => `${minutes}分`,
  },
  capacity: { label: '定員', loggedAs: '定員（人）', show: (people) => `${people}人` },
  cancelDeadlineMinutes: {
    label: '変更・キャンセルの期限',
    loggedAs: 'キャンセルの期限（分前）',
    show: (minutes) => `${minutes}分前`,
  },
  joining: {
    label: '入会の受付',
    loggedAs: '入会の受付',
    show: (rule) => joiningNames[rule],
  },
  noticeDay: {
    label: '変更の締め日',
    loggedAs: '変更の締め日',
    show: (day) => `毎月${day}日`,
  },
  minimumAge: {
    label: '入会できる年齢',
    loggedAs: '入会できる年齢',
    show: (age) => (age === 0 ? '制限なし' : `${age}歳以上`),
  },
  healthCheck: {
    label: '健康チェック',
    loggedAs: '健康チェック',
    show: (isAsked) => healthCheckNames[isAsked ? 'true' : 'false'],
  },
};

export const gymFieldNames = Object.keys(gymFieldWords) as readonly GymFieldName[];
