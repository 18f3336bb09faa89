import type { Membership, MyMemberships } from '@tanren/contract/memberships/memberships';
import { addDays } from '@tanren/domain/gyms/gym-time';
import {
  firstOfMonth,
  type MembershipRejection,
  monthOf,
} from '@tanren/domain/memberships/memberships';
import { reservableDays } from '@tanren/domain/booking/reservations';
import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { formatGymDate } from '#lib/dates.ts';
import { problemText } from '#lib/rejections.ts';
import { coversGym, findTermOn, findShownTerm, type VisitDay } from './membership-rights.ts';
import { formatMonth } from './contract-words.ts';
import { describePlanTimes } from '@tanren/domain/memberships/plan-words';

export interface RejectedVisit extends VisitDay {
  readonly refusal: MembershipRejection;
}

export interface Way {
  readonly label: string;
  readonly link: LinkProps;
}

export interface RejectionTexts {
  readonly text: string;
  /** Suggested next steps, the best one first. */
  readonly ways: readonly Way[];
}

const toContract = linkOptions({ to: '/settings/membership' });
const toPlans = (gymId: number) => linkOptions({ to: '/gyms/$gymId/join', params: { gymId } });
const toSlots = (gym: number, date?: string) =>
  linkOptions({ to: '/reservations', search: date === undefined ? { gym } : { gym, date } });

const changePlan: Way = { label: 'プランを変更する', link: toContract };

/** Returns the membership with a term on that day, else the newest one for this gym. */
function findConcerned(mine: MyMemberships, { gymId, date }: VisitDay): Membership | undefined {
  const here = mine.memberships.filter((membership) =>
    membership.terms.some((term) => coversGym(membership, term, gymId)),
  );
  return here.find((membership) => findTermOn(membership, date) !== undefined) ?? here[0];
}

/**
 * Explains in one sentence why the member cannot visit, and suggests next steps. It uses general
 * words when the memberships could not be loaded.
 */
export function explainRejectedVisit(
  visit: RejectedVisit,
  mine: MyMemberships | undefined,
  today: string,
): RejectionTexts {
  const { refusal, gymId, date } = visit;
  const membership = mine && findConcerned(mine, visit);
  const term = membership && findTermOn(membership, date);
  const general = problemText[refusal];
  switch (refusal) {
    case 'no_membership':
      return {
        text: '予約と入館にはプランが必要です。',
        ways: [{ label: 'プランを選ぶ', link: toPlans(gymId) }],
      };
    case 'gym_not_covered':
      return explainOtherGym(mine, today, general);
    case 'membership_ended':
      return explainEnd(membership, gymId, general);
    case 'membership_not_started':
      return explainStart(mine, membership, gymId);
    case 'membership_paused': {
      const lastDay = term?.lastDay ?? null;
      return {
        text: lastDay === null ? general : `${formatGymDate(lastDay)}まで休会中です。`,
        ways: [{ label: '再開を申し込む', link: toContract }],
      };
    }
    case 'outside_plan_hours':
      return {
        text:
          term === undefined
            ? general
            : `「${term.plan.name}」でご利用いただけるのは、${describePlanTimes(term.plan)}です。`,
        ways: [changePlan],
      };
    case 'monthly_limit': {
      const limit = term?.plan.visitsPerMonth ?? null;
      return {
        text:
          limit === null
            ? general
            : `${formatMonth(monthOf(date))}は上限の${limit}回に達しました。`,
        ways: [...listNextMonth(visit, today), changePlan],
      };
    }
  }
}

/** Names the gym of the member's current plan, because the plan does not cover this one. */
function explainOtherGym(
  mine: MyMemberships | undefined,
  today: string,
  general: string,
): RejectionTexts {
  const membership = mine?.memberships.find(({ state }) => state !== 'ended');
  const plan = membership && findShownTerm(membership, today)?.plan;
  if (membership === undefined || plan === undefined) return { text: general, ways: [changePlan] };
  return {
    text: `「${plan.name}」では、このジムをご利用いただけません。ご利用いただけるのは、${membership.gymName}です。`,
    ways: [
      { label: `${membership.gymName}の空きを見る`, link: toSlots(membership.gymId) },
      changePlan,
    ],
  };
}

/**
 * Explains the end of the membership. A current member can withdraw the cancellation; a former one
 * has to join again.
 */
function explainEnd(
  membership: Membership | undefined,
  gymId: number,
  general: string,
): RejectionTexts {
  const lastDay = membership?.terms.at(-1)?.lastDay ?? null;
  if (membership !== undefined && membership.state !== 'ended' && lastDay !== null) {
    return {
      text: `${formatGymDate(lastDay)}で退会となるため、その後は予約できません。`,
      ways: [{ label: '退会のお手続きを確認する', link: toContract }],
    };
  }
  return {
    text: lastDay === null ? general : `会員契約は、${formatGymDate(lastDay)}で終了しました。`,
    ways: [{ label: 'もう一度申し込む', link: toPlans(gymId) }],
  };
}

/** Explains that the first day is in the future, or that staff have not decided the application. */
function explainStart(
  mine: MyMemberships | undefined,
  membership: Membership | undefined,
  gymId: number,
): RejectionTexts {
  const from = membership?.state === 'not_started' ? membership.terms[0]?.fromDay : undefined;
  if (from !== undefined) {
    const day = formatGymDate(from);
    const text = `ご利用は${day}からです。`;
    return { text, ways: [{ label: `${day}の空きを見る`, link: toSlots(gymId, from) }] };
  }
  const isAsked = mine?.requests.some(({ kind }) => kind === 'join') ?? false;
  return {
    text: isAsked
      ? 'ジムでお申し込みを確認しています。結果は、メールでお知らせします。'
      : problemText.membership_not_started,
    ways: [{ label: 'お申し込みを確認する', link: toContract }],
  };
}

/** Suggests a slot of the next month if one of its days can already be reserved. */
function listNextMonth({ gymId, date }: VisitDay, today: string): Way[] {
  const first = firstOfMonth(date, 1);
  if (first > addDays(today, reservableDays - 1)) return [];
  return [{ label: `${formatMonth(first)}の枠を選ぶ`, link: toSlots(gymId, first) }];
}
