import { IconAlertTriangle, IconChevronRight, IconZzz } from '@tabler/icons-react';
import type { TrainedMember } from '@tanren/contract/trainer-members';
import { toGymDay } from '@tanren/domain/gym-time';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { gymDayOf } from '#lib/dates.ts';
import { serverNow } from '#lib/server-time.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import classes from './member-card.module.css';
import { describeDaysAgo, nameStalled } from './member-words.ts';
import { nameScopes } from './name-scopes.ts';

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
      <span className={classes.shared}>共有: {nameScopes(scopes)}</span>
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
