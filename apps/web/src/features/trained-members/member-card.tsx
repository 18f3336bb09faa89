import { IconAlertTriangle, IconChevronRight, IconZzz } from '@tabler/icons-react';
import type { TrainedMember } from '@tanren/contract/trainer-members';
import { toGymDay } from '@tanren/domain/gym-time';
import { type TrainerScope, trainerScopes } from '@tanren/domain/trainers';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { scopeNames } from '#entities/members/trainer-link.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { gymDayOf } from '#lib/dates.ts';
import { serverNow } from '#lib/server-time.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './trained-members.module.css';

export function MemberCard({ member }: { readonly member: TrainedMember }) {
  const { memberId, nickname, scopes, lapsed, stalledWorkoutTypeIds, streakWeeks } = member;
  return (
    <Link
      to="/trainer/members/$memberId"
      params={{ memberId }}
      className={`${cardLink} ${classes.card}`}
    >
      <span className={classes.name}>
        {nickname}
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.facts}>
        <Fact label="最後のトレーニング">
          <LastWorkout member={member} />
        </Fact>
        <Fact label="継続">
          {streakWeeks === null ? '共有なし' : <Amount value={String(streakWeeks)} unit="週連続" />}
        </Fact>
      </span>
      {lapsed ? (
        <span className={classes.note}>
          <IconZzz size={16} stroke={2} aria-hidden />
          28日以上休み
        </span>
      ) : null}
      {stalledWorkoutTypeIds.length === 0 ? null : (
        <span className={classes.note}>
          <IconAlertTriangle size={16} stroke={2} aria-hidden />
          停滞中（{nameStalled(member)}）
        </span>
      )}
      <span className={classes.shared}>共有：{nameScopes(scopes)}</span>
    </Link>
  );
}

function LastWorkout({ member }: { readonly member: TrainedMember }) {
  const [today] = useState(() => toGymDay(new Date(serverNow())));
  const { lastWorkoutAt, scopes } = member;
  if (!scopes.includes('history')) return '共有なし';
  if (lastWorkoutAt === null) return '記録なし';
  return (
    <time dateTime={lastWorkoutAt} className={classes.day}>
      {describeDaysAgo(gymDayOf(lastWorkoutAt), today)}
    </time>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <span className={classes.fact}>
      <span className={classes.label}>{label}</span>
      <span>{children}</span>
    </span>
  );
}

/** `トレーニング履歴・トレーニング状況`, in the same order for everybody. */
export function nameScopes(scopes: readonly TrainerScope[]): string {
  const shared = trainerScopes.filter((scope) => scopes.includes(scope));
  return shared.length === 0 ? 'なし' : shared.map((scope) => scopeNames[scope]).join('・');
}

const dayMs = 24 * 60 * 60 * 1000;

/** Between two days as `2026-11-15`. */
function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** `今日`, `昨日`, `12日前`, on the gym's calendar. */
export function describeDaysAgo(day: string, today: string): string {
  const days = countDays(day, today);
  if (days <= 0) return '今日';
  return days === 1 ? '昨日' : `${days}日前`;
}

const mostTypes = 2;

/** `チェストプレス、レッグプレス ほか1種目`. */
export function nameStalled({
  stalledWorkoutTypeIds: ids,
}: Pick<TrainedMember, 'stalledWorkoutTypeIds'>): string {
  const names = ids.slice(0, mostTypes).map(nameWorkoutType).join('、');
  const others = ids.length - mostTypes;
  return others > 0 ? `${names} ほか${others}種目` : names;
}

/** As people type names: width, case and kana apart. */
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
