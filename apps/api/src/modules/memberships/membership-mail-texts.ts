import {
  findRequestOfStep,
  type MembershipRequestKind,
  membershipRequestNames,
  toNamedDay,
} from '@tanren/domain/memberships/membership-requests';
import type { MembershipEventRow } from '#db/schema/memberships.ts';
import { formatDay, type PlainMail, separateDigits, writeText } from '#mail/mail-words.ts';
import { formatNumber } from './membership-records.ts';

export interface MailedStep extends Pick<
  MembershipEventRow,
  'at' | 'sub' | 'kind' | 'by' | 'request' | 'membershipId' | 'fromDay' | 'lastDay' | 'reason'
> {
  readonly email: string;
  readonly gymName: string;
  readonly planName: string | null;
  /** Text of the final confirmation that belongs to the step. `null` without one. */
  readonly confirmation: string | null;
}

interface Letter {
  readonly subject: string;
  readonly opening: string;
  /** Label in front of the days. */
  readonly daysLabel: string;
  readonly more: readonly string[];
}

const mayLose =
  'この変更により対象外となるご予約は、自動でキャンセルとなります。その場合は、ご予約ごとに別のメールでお知らせします。';

/**
 * Chooses the letter of a step. Cancelled reservations have their own mails: their event has no
 * address, and no letter.
 */
function chooseLetter({ kind, by, request }: MailedStep): Letter {
  const asked = request === null ? '' : membershipRequestNames[request];
  const done = (what: string) => describeDoer(what, { by, asked });
  switch (kind) {
    case 'applied':
      return {
        subject: `${asked}のお申し込みを受け付けました`,
        opening: `${asked}のお申し込みを受け付けました。ジムのスタッフが確認し、結果をメールでお知らせします。`,
        daysLabel: labelOf(request),
        more: [
          ...(request === 'join'
            ? ['ご本人の確認のため、本人確認書類をお持ちになり、ジムの受付へお越しください。']
            : []),
          'ジムが確認するまでは、下記のページからお申し込みを取り下げることができます。',
        ],
      };
    case 'withdrawn':
      return {
        subject: `${asked}のお申し込みを取り下げました`,
        opening: `${asked}のお申し込みの取り下げを承りました。`,
        daysLabel: labelOf(request),
        more: ['あらためてお申し込みになる場合は、下記のページからお手続きください。'],
      };
    case 'declined':
      if (by === 'guardian') {
        return {
          subject: '入会のお申し込みについて',
          opening: '保護者の方が同意されなかったため、入会のお申し込みは成立しませんでした。',
          daysLabel: labelOf(request),
          more: ['保護者の方とご相談のうえ、あらためてお申し込みいただけます。'],
        };
      }
      return {
        subject: `${asked}のお申し込みについて`,
        opening: `誠に申し訳ございませんが、${asked}のお申し込みをお受けすることができませんでした。`,
        daysLabel: labelOf(request),
        more: ['ご不明な点がございましたら、お手数ですがジムまでお問い合わせください。'],
      };
    case 'joined':
      return {
        subject: 'ご入会の手続きが完了しました',
        opening: 'ご入会いただき、ありがとうございます。会員契約の手続きが完了しました。',
        daysLabel: '開始日',
        more: [
          '開始日から、プランの内容に応じて予約と入館をご利用いただけます。',
          'お支払いはジムで承ります。料金の確認と、プランの変更・休会・退会のお申し込みは、下記のページからどうぞ。',
        ],
      };
    case 'plan_changed':
      return { ...done('プラン変更'), daysLabel: '変更日', more: [mayLose] };
    case 'paused':
      return { ...done('休会'), daysLabel: '休会期間', more: [mayLose] };
    case 'resumed':
      return {
        ...done('再開'),
        daysLabel: '再開日',
        more: ['再開日から、予約と入館をご利用いただけます。'],
      };
    case 'ended':
      return {
        ...done('退会'),
        daysLabel: '最終日',
        more: [
          '最終日までは、これまでどおりご利用いただけます。',
          mayLose,
          'アプリのアカウントとトレーニングの記録は、退会後もそのままご利用いただけます。',
        ],
      };
    case 'end_withdrawn':
      return {
        ...done('退会の取りやめ'),
        // The last day is shown only if staff had set an end before.
        daysLabel: '最終日',
        more: ['会員契約は、これまでどおり続きます。'],
      };
    case 'payment_noted':
      return {
        subject: 'ご入金を確認しました',
        opening: 'ジムにて、ご入金を確認しました。',
        daysLabel: '入金日',
        more: [],
      };
    case 'reservations_cancelled':
    case 'account_deleted':
      return { ...done('会員契約の変更'), daysLabel: '', more: [] };
  }
}

const dayLabels: Readonly<Record<MembershipRequestKind, string>> = {
  join: '開始日',
  plan: '変更日',
  pause: '休会期間',
  resume: '再開日',
  end: '最終日',
};

function labelOf(request: MembershipRequestKind | null): string {
  return request === null ? '' : dayLabels[request];
}

function describeDoer(
  what: string,
  { by, asked }: { readonly by: MailedStep['by']; readonly asked: string },
): Pick<Letter, 'subject' | 'opening'> {
  const subject = `${what}の手続きが完了しました`;
  if (by === 'member') return { subject, opening: `${what}の手続きが完了しました。` };
  const opening =
    asked === ''
      ? `ジムにて、${what}の手続きをいたしました。`
      : `お申し込みいただいた${what}を承り、手続きが完了しました。`;
  return { subject, opening };
}

function writeDetails(step: MailedStep, { daysLabel }: Letter): string {
  const { gymName, membershipId, planName, reason } = step;
  const days = writeDays(step);
  return [
    `ジム：${separateDigits(gymName)}`,
    membershipId === null ? '' : `会員番号：${separateDigits(formatNumber(membershipId))}`,
    planName === null ? '' : `プラン：${separateDigits(planName)}`,
    days === '' || daysLabel === '' ? '' : `${daysLabel}：${days}`,
    reason === '' ? '' : `${step.by === 'staff' ? '理由' : 'ご要望'}：${separateDigits(reason)}`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/** Formats the days of a step. A pause has both days, and every other step has one. */
function writeDays(step: MailedStep): string {
  const { at, kind, fromDay, lastDay } = step;
  const write = (day: string | null) => (day === null ? '' : formatDay(day, at));
  switch (kind) {
    case 'ended':
    case 'end_withdrawn':
      return write(lastDay);
    case 'paused':
      return writePause(step);
    case 'applied':
    case 'withdrawn':
    case 'declined': {
      const request = findRequestOfStep(step);
      if (request === 'pause') return writePause(step);
      return write(request === null || fromDay === null ? fromDay : toNamedDay(request, fromDay));
    }
    case 'joined':
    case 'plan_changed':
    case 'resumed':
    case 'payment_noted':
    case 'reservations_cancelled':
    case 'account_deleted':
      return write(fromDay);
  }
}

function writePause({ at, fromDay, lastDay }: MailedStep): string {
  if (fromDay === null) return '';
  return lastDay === null
    ? `${formatDay(fromDay, at)}から（再開のお手続きまで）`
    : `${formatDay(fromDay, at)}〜${formatDay(lastDay, at)}`;
}

function writeConfirmation(text: string): string {
  return `お申し込みの際にご確認いただいた内容は、次のとおりです。\n\n${separateDigits(text)}`;
}

export function writeMembershipMail(step: MailedStep, publicUrl: URL): PlainMail {
  const letter = chooseLetter(step);
  const { confirmation } = step;
  return {
    to: step.email,
    subject: `【TANREN】${letter.subject}`,
    text: writeText([
      letter.opening,
      writeDetails(step, letter),
      ...letter.more,
      ...(confirmation === null ? [] : [writeConfirmation(confirmation)]),
      `会員契約の内容とこれまでの手続きは、下記のページでご確認いただけます。\n${new URL('/settings/membership', publicUrl).href}`,
    ]),
  };
}
