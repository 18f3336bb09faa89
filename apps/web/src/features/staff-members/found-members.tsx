import type { StaffMember } from '@tanren/contract/staff-members';
import { Link } from '@tanstack/react-router';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { cardLink } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatusText } from '#ui/status-text.tsx';
import classes from './found-members.module.css';
import { nameMember } from './name-member.ts';

interface FoundMembersProps {
  readonly query: string;
  /** Undefined: not asked yet, or not answered. */
  readonly members: readonly StaffMember[] | undefined;
  readonly busy: boolean;
}

/** The call answers so many at most. */
const most = 50;
const cardHeight = 76;

export function FoundMembers({ query, members, busy }: FoundMembersProps) {
  return (
    <div className={classes.found}>
      <StatusText>{describe(query, members, busy)}</StatusText>
      {busy && members === undefined ? <Skeleton height={cardHeight} /> : null}
      <ul className={classes.list}>
        {members?.map(({ member, nickname, email, registeredAt }) => (
          <li key={member}>
            <Link
              to="/staff/members/$member"
              params={{ member }}
              // Each look at a member is written down: not for a finger that only passes over.
              preload={false}
              className={`${cardLink} ${classes.card}`}
            >
              <span className={classes.name}>{nameMember({ nickname })}</span>
              <span className={classes.details}>
                {email === null ? null : <span>{email}</span>}
                <span>{formatGymDate(gymDayOf(registeredAt))} 登録</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describe(
  query: string,
  members: readonly StaffMember[] | undefined,
  busy: boolean,
): string | null {
  if (members === undefined) return busy ? '検索しています…' : null;
  if (members.length === 0) return `「${query}」に当てはまる会員は見つかりませんでした。`;
  return members.length >= most
    ? `はじめの${most}人を表示しています。文字を増やして絞り込んでください。`
    : `${members.length}人見つかりました。`;
}
