import {
  type Icon,
  IconAlertTriangle,
  IconChevronRight,
  IconClipboardList,
  IconTrophy,
  IconZzz,
} from '@tabler/icons-react';
import type { TrainedMember } from '@tanren/contract/trainers/trainer-members';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import {
  type Attention,
  compareAttention,
  listAttention,
  type TrainedSigns,
} from '@tanren/domain/trainers/trainer-attention';
import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers/trainers';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { scopeNames } from '#entities/members/trainer-link.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { gymDateOf } from '#lib/dates.ts';
import { serverNow } from '#lib/server-time.ts';
import { look, Row } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './trained-members.module.css';

/** A member with the reasons to contact them, most urgent first. */
export interface MemberWithReasons {
  readonly member: TrainedMember;
  readonly reasons: readonly Attention[];
}

/** Sorts members who need the trainer first. The others keep the server's order. */
export function sortByAttention(members: readonly TrainedMember[], now: Date): MemberWithReasons[] {
  return members
    .map((member) => ({ member, reasons: listAttention(readSigns(member), now) }))
    .toSorted((one, other) => compareAttention(one.reasons, other.reasons));
}

function readSigns(member: TrainedMember): TrainedSigns {
  const { scopes, linkedAt, lastWorkoutAt, menuWaitsSince } = member;
  return {
    ...member,
    sharesHistory: scopes.includes('history'),
    linkedAt: new Date(linkedAt),
    lastWorkoutAt: lastWorkoutAt === null ? null : new Date(lastWorkoutAt),
    menuWaitsSince: menuWaitsSince === null ? null : new Date(menuWaitsSince),
  };
}

interface MemberCardProps extends MemberWithReasons {
  /** Whether to show only the name and the most urgent reason, for the column next to a member. */
  readonly short?: boolean;
}

export function MemberCard({ member, reasons, short = false }: MemberCardProps) {
  const { memberId, nickname, scopes, streakWeeks } = member;
  // A reason may already contain the last workout.
  const showsLastWorkout = !reasons.some(({ kind }) => kind === 'away' || kind === 'never-came');
  return (
    <Link
      to="/trainer/members/$memberId"
      params={{ memberId }}
      className={short ? classes.row : `${cardLink} ${look('stack', 'top', 'gap-8')}`}
    >
      <Row as="span" gap={8} align="center" justify="between" weight={700} className={classes.name}>
        {nickname}
        {short ? null : <IconChevronRight size={20} stroke={1.75} aria-hidden />}
      </Row>
      {(short ? reasons.slice(0, 1) : reasons).map((reason) => (
        <ReasonLine key={reason.kind} reason={reason} />
      ))}
      {short ? null : (
        <Row as="span" gap={16} rowGap={0} wrap size={14} quiet leading="loose">
          {showsLastWorkout ? (
            <span>
              最後のトレーニング <LastWorkout member={member} />
            </span>
          ) : null}
          {streakWeeks === null || streakWeeks === 0 ? null : <span>{streakWeeks}週連続</span>}
          {scopes.length === trainerScopes.length ? null : <span>共有：{nameScopes(scopes)}</span>}
        </Row>
      )}
    </Link>
  );
}

const signs: Readonly<Record<Attention['kind'], Icon>> = {
  away: IconZzz,
  'never-came': IconZzz,
  stalled: IconAlertTriangle,
  'menu-waits': IconClipboardList,
  'personal-best': IconTrophy,
};

function ReasonLine({ reason }: { readonly reason: Attention }) {
  const Sign = signs[reason.kind];
  return (
    <span className={classes.note} data-kind={reason.kind}>
      <Sign size={18} stroke={2} aria-hidden />
      <span>
        <ReasonWords reason={reason} />
      </span>
    </span>
  );
}

/** Shows a reason with its number. */
function ReasonWords({ reason }: { readonly reason: Attention }) {
  switch (reason.kind) {
    case 'away':
      return (
        <>
          <strong>{reason.days}日</strong>来ていません
        </>
      );
    case 'never-came':
      return (
        <>
          担当になって<strong>{reason.days}日</strong>、まだ来ていません
        </>
      );
    case 'stalled':
      return `伸びが止まっています（${nameTypes(reason.workoutTypeIds)}）`;
    case 'menu-waits':
      return (
        <>
          作ったメニューが<strong>{reason.days}日</strong>使われていません
        </>
      );
    case 'personal-best':
      return `自己ベストを更新しました（${nameTypes(reason.workoutTypeIds)}）`;
  }
}

function LastWorkout({ member }: { readonly member: TrainedMember }) {
  const [today] = useState(() => toGymDay(new Date(serverNow())));
  const { lastWorkoutAt, scopes } = member;
  if (!scopes.includes('history')) return '共有なし';
  if (lastWorkoutAt === null) return '記録なし';
  return <time dateTime={lastWorkoutAt}>{describeDaysAgo(gymDateOf(lastWorkoutAt), today)}</time>;
}

/** Returns `トレーニング履歴・トレーニング状況`, always in the same order, or `すべて`. */
export function nameScopes(scopes: readonly TrainerScope[]): string {
  const shared = trainerScopes.filter((scope) => scopes.includes(scope));
  if (shared.length === trainerScopes.length) return 'すべて';
  return shared.length === 0 ? 'なし' : shared.map((scope) => scopeNames[scope]).join('・');
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the number of days between two days such as `2026-11-15`. */
function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Returns `今日`, `昨日` or `12日前`, by the gym's calendar. */
export function describeDaysAgo(day: string, today: string): string {
  const days = countDays(day, today);
  if (days <= 0) return '今日';
  return days === 1 ? '昨日' : `${days}日前`;
}

const maxTypes = 2;

/** Returns `チェストプレス、レッグプレス ほか1種目`. */
export function nameTypes(ids: readonly number[]): string {
  const names = ids.slice(0, maxTypes).map(nameWorkoutType).join('、');
  const others = ids.length - maxTypes;
  return others > 0 ? `${names} ほか${others}種目` : names;
}

/** Normalizes a name for searching: width, case and kind of kana do not matter. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60))
    .replace(/\s/g, '');
}

export function filterByName<M extends Pick<TrainedMember, 'nickname'>>(
  members: readonly M[],
  text: string,
): readonly M[] {
  const wanted = simplify(text);
  return members.filter(({ nickname }) => simplify(nickname).includes(wanted));
}
