import { type Icon, IconEyeOff } from '@tabler/icons-react';
import type { ReportDecision, StaffReport } from '@tanren/contract/menus/staff-menu-reports';

/** Returns the decisions that staff can make about an open or decided report. */
export function listDecisions({
  session,
  decision,
}: Pick<StaffReport, 'session' | 'decision'>): ReportDecision[] {
  const isOpen = decision === null;
  // The menu has been deleted, so there is nothing left to hide.
  if (session === null) return isOpen ? ['dismiss'] : [];
  if (session.hidden) return isOpen ? ['restore', 'hide'] : ['restore'];
  return isOpen ? ['dismiss', 'hide'] : ['hide'];
}

export const decisionNames = {
  dismiss: '問題なしと判断',
  hide: '非公開にした',
  restore: '非公開を解除した',
} as const satisfies Record<ReportDecision, string>;

interface DecisionWords {
  /** Label of the button that opens the dialog. */
  readonly ask: string;
  readonly title: string;
  readonly lead: string;
  readonly hint: string;
  readonly optional: boolean;
  readonly confirm: string;
  readonly confirming: string;
  readonly cancel: string;
  /** Sign of a decision that takes something away. `null` for every other decision. */
  readonly Icon: Icon | null;
  readonly done: string;
  readonly doneText: string;
}

export const decisionWords = {
  dismiss: {
    ask: '問題なしとする',
    title: '問題なしとしますか',
    lead: 'メニューはこのまま公開されます。同じメニューへの未対応の報告も、あわせて対応済みになります。',
    hint: '操作履歴に残ります（任意）。',
    optional: true,
    confirm: '問題なしとする',
    confirming: '記録しています…',
    cancel: '判断しない',
    Icon: null,
    done: '問題なしと記録しました',
    doneText: 'メニューはこのまま公開されます。',
  },
  hide: {
    ask: '非公開にする',
    title: 'このメニューを非公開にしますか',
    lead: '作成者以外には表示されなくなります。作成者は自分で公開に戻せません。同じメニューへの未対応の報告も、あわせて対応済みになります。',
    hint: '作成者に表示されます。報告した方がわかる内容は書かないでください。',
    optional: false,
    confirm: '非公開にする',
    confirming: '非公開にしています…',
    cancel: '非公開にしない',
    Icon: IconEyeOff,
    done: '非公開にしました',
    doneText: '理由は作成者に表示されます。',
  },
  restore: {
    ask: '非公開を解除する',
    title: '非公開を解除しますか',
    lead: '非公開にする前の公開範囲に戻ります。',
    hint: '操作履歴に残ります（任意）。',
    optional: true,
    confirm: '解除する',
    confirming: '解除しています…',
    cancel: '解除しない',
    Icon: null,
    done: '非公開を解除しました',
    doneText: '非公開にする前の公開範囲に戻りました。',
  },
} as const satisfies Record<ReportDecision, DecisionWords>;
