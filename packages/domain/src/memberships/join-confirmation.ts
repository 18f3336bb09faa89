import { formatFullDay } from '#gyms/gym-time.ts';
import { type LegalNotice, legalNoticeNames } from '#gyms/legal-notice.ts';
import { includedTax } from './included-tax.ts';
import { type JoiningRule, monthOf, type PlanRights } from './memberships.ts';
import { describePlanTimes, describePlanVisits } from './plan-words.ts';

/** Number of the wording below. Increment it with every change of the texts. */
export const confirmationVersion = 1;

/** One part of the final confirmation (最終確認) before a member applies for a membership. */
export interface ConfirmationSection {
  readonly heading: string;
  readonly lines: readonly string[];
}

export interface JoinConfirmation {
  readonly version: number;
  readonly sections: readonly ConfirmationSection[];
  /** The sections as one text, which is stored and mailed. */
  readonly text: string;
}

type ConfirmedPlan = Omit<PlanRights, 'id' | 'gymId'> & {
  readonly name: string;
  readonly description: string;
  /** Price in yen, tax included. */
  readonly price: number;
  /** Tax rate in percent. */
  readonly taxRate: number;
  readonly per: 'month' | 'visit';
};

interface ConfirmedGym {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
  readonly noticeDay: number;
}

interface Application {
  readonly gym: ConfirmedGym;
  readonly notice: LegalNotice;
  readonly plan: ConfirmedPlan;
  readonly fromDay: string;
  /** How the gym accepts the application now. */
  readonly joining: JoiningRule;
  /** Whether a guardian must agree first. */
  readonly isMinor: boolean;
}

/**
 * Composes what a member must see before applying for a membership (特定商取引法 第12条の6). Items that a
 * gym has not filled in are left out.
 */
export function composeConfirmation(application: Application): JoinConfirmation {
  const sections = [
    describePlan(application),
    describePrice(application),
    describeTerm(application),
    describeChanges(application),
    describeOperator(application),
    describeEffect(application),
  ];
  const text = sections.map(({ heading, lines }) => [`■ ${heading}`, ...lines].join('\n'));
  return { version: confirmationVersion, sections, text: text.join('\n\n') };
}

function name(label: string, value: string): string[] {
  return value === '' ? [] : [`${label}：${value}`];
}

function describePlan({ gym, plan }: Application): ConfirmationSection {
  const countsNoShows = plan.visitsPerMonth !== null && plan.countsNoShows;
  return {
    heading: 'お申し込みの内容',
    lines: [
      `ジム：${gym.name}`,
      `プラン：${plan.name}`,
      ...name('プランの内容', plan.description),
      `利用できるジム：${plan.allGyms ? 'すべてのジム' : gym.name}`,
      `利用できる日時：${describePlanTimes(plan)}`,
      `利用できる回数：${describePlanVisits(plan)}`,
      ...(countsNoShows ? ['キャンセルせずに来館されなかった予約も、1回に数えます。'] : []),
    ],
  };
}

const formatYen = (yen: number) => `${yen.toLocaleString('ja-JP')}円`;

function describePrice({ notice, plan, fromDay }: Application): ConfirmationSection {
  const isMonthly = plan.per === 'month';
  const price = formatYen(plan.price);
  const tax = formatYen(includedTax(plan.price, plan.taxRate));
  const { extraFees, paymentMethods, paymentTimes } = legalNoticeNames;
  return {
    heading: '料金とお支払い',
    lines: [
      `${isMonthly ? '会費：1か月' : '料金：1回'}あたり${price}（税込、うち消費税${tax}）`,
      ...(isMonthly ? [`1年間続けた場合の会費の目安：${formatYen(12 * plan.price)}（税込）`] : []),
      ...(isMonthly && !fromDay.endsWith('-01') ? [describeFirstMonth(fromDay)] : []),
      ...name(extraFees, notice.extraFees),
      ...name(paymentMethods, notice.paymentMethods),
      ...name(paymentTimes, notice.paymentTimes),
      'このアプリで決済や引き落としが行われることはありません。',
    ],
  };
}

/** Explains the fee of an incomplete first month. The plan has no price for it. */
function describeFirstMonth(fromDay: string): string {
  const month = `${Number(monthOf(fromDay).slice(5))}月`;
  return `${month}は月の途中からのご利用です。${month}分の会費が全額か日割りかはジムが決めるため、下の記載またはジムの受付でご確認ください。`;
}

function describeTerm({ notice, fromDay }: Application): ConfirmationSection {
  return {
    heading: legalNoticeNames.term,
    lines: [
      `利用開始日：${formatFullDay(fromDay)}`,
      '会員契約は自動で更新され、退会の手続きをされるまで続きます。',
      ...(notice.term === '' ? [] : [notice.term]),
    ],
  };
}

function describeChanges({ gym, notice, plan, joining }: Application): ConfirmationSection {
  const { noticeDay } = gym;
  const [early, late] = [
    `毎月${noticeDay}日までのお申し込み`,
    `${noticeDay + 1}日以降のお申し込み`,
  ];
  return {
    heading: legalNoticeNames.cancellation,
    lines: [
      'お手続き：マイページの「会員契約」から、いつでもお申し込みいただけます。',
      `プラン変更・休会：${early}は翌月1日から、${late}は翌々月1日からの適用です。`,
      ...(joining === 'approval'
        ? ['プラン変更・休会は、ジムが承認した時点で確定します。退会に承認は必要ありません。']
        : []),
      `退会：${early}はその月の末日、${late}は翌月の末日が最終日です。`,
      plan.per === 'month'
        ? '最終日までは、これまでどおりご利用いただけます。最終日の月までの会費がかかります。'
        : '最終日までは、これまでどおりご利用いただけます。',
      ...(notice.cancellation === '' ? [] : [notice.cancellation]),
    ],
  };
}

/** Shows the contact of the gym in place of that of an operator whom the notice does not name. */
function describeOperator({ gym, notice }: Application): ConfirmationSection {
  const names = legalNoticeNames;
  return {
    heading: '事業者',
    lines: [
      ...name(names.operatorName, notice.operatorName || gym.name),
      ...name(names.representative, notice.representative),
      ...name(names.operatorAddress, notice.operatorAddress || gym.address),
      ...name(names.operatorPhone, notice.operatorPhone || gym.phone),
      ...name(names.operatorEmail, notice.operatorEmail || gym.email),
    ],
  };
}

const effects: Readonly<Record<JoiningRule, readonly string[]>> = {
  open: ['「申し込む」を押すと、会員契約が成立します。'],
  approval: [
    '「申し込む」を押すと、お申し込みがジムに届きます。会員契約は、ジムが承認した時点で成立します。',
    '承認が利用開始日より後になった場合は、承認の日からのご利用となります。',
    '承認されるまでは、マイページの「会員契約」からお申し込みを取り下げることができます。',
  ],
};

const askGuardian = '「申し込む」を押すと、保護者の方に同意をお願いするメールが届きます。';
const withdrawMinor =
  '会員契約が成立するまでは、マイページの「会員契約」からお申し込みを取り下げることができます。';

const effectsForMinors: typeof effects = {
  open: [
    `${askGuardian}会員契約は、保護者の方が同意した時点で成立します。`,
    '同意が利用開始日より後になった場合は、同意の日からのご利用となります。',
    withdrawMinor,
  ],
  approval: [
    `${askGuardian}会員契約は、保護者の方が同意し、ジムが承認した時点で成立します。`,
    '承認が利用開始日より後になった場合は、承認の日からのご利用となります。',
    withdrawMinor,
  ],
};

function describeEffect({ joining, isMinor }: Application): ConfirmationSection {
  const lines = (isMinor ? effectsForMinors : effects)[joining];
  return { heading: 'ご契約の成立', lines };
}
