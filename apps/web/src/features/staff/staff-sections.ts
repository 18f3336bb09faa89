import {
  IconAlertOctagon,
  IconBarbell,
  IconBuildingStore,
  IconClipboardCheck,
  IconFlag,
  IconHistory,
  IconId,
  IconLayoutDashboard,
  IconPencilCheck,
  IconReceiptYen,
  IconSpeakerphone,
  IconUserSearch,
} from '@tabler/icons-react';

/** Staff pages, in the order of how often they are needed. */
export const staffSections = [
  {
    to: '/staff',
    label: '本日の受付',
    text: '予約と来館・メモ・受付表の印刷',
    Icon: IconClipboardCheck,
  },
  {
    to: '/staff/overview',
    label: '業務一覧',
    text: '確認を待っているもの・すべてのページ',
    Icon: IconLayoutDashboard,
  },
  {
    to: '/staff/memberships',
    label: '会員契約',
    text: 'お申し込みの承認・プラン変更・休会・退会',
    Icon: IconId,
  },
  {
    to: '/staff/dues',
    label: '会費',
    text: '月ごとの請求・口座振替・入金確認',
    Icon: IconReceiptYen,
  },
  {
    to: '/staff/workout-corrections',
    label: '記録の訂正',
    text: '会員が訂正した記録の確認',
    Icon: IconPencilCheck,
  },
  {
    to: '/staff/informations',
    label: 'お知らせ',
    text: '書く・公開する・公開を予約する',
    Icon: IconSpeakerphone,
  },
  {
    to: '/staff/gyms',
    label: '店舗',
    text: '基本情報・営業時間・料金プラン・フロアの配置',
    Icon: IconBuildingStore,
  },
  {
    to: '/staff/machines',
    label: 'マシン',
    text: '状態・接続キー・ラベルの印刷',
    Icon: IconBarbell,
  },
  {
    to: '/staff/rejected-messages',
    label: '受信エラー',
    text: '保存できなかったマシンのデータ',
    Icon: IconAlertOctagon,
  },
  {
    to: '/staff/session-reports',
    label: '報告',
    text: '公開メニューへの報告に対応する',
    Icon: IconFlag,
  },
  {
    to: '/staff/members',
    label: '会員検索',
    text: '会員を探す・記録の修正・会員データの削除',
    Icon: IconUserSearch,
  },
  {
    to: '/staff/audit-log',
    label: '操作履歴',
    text: 'スタッフが行った変更の記録',
    Icon: IconHistory,
  },
] as const;
