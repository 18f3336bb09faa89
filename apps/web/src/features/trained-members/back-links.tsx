import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './back-links.module.css';
import type { MemberView } from './member-search.ts';
import { useMember } from './within-link.tsx';

const back = <IconChevronLeft size={20} stroke={1.75} aria-hidden />;

export function BackToMembers() {
  return (
    <Link to="/trainer" className={classes.back}>
      {back}
      担当会員
    </Link>
  );
}

/** Above a page about something of a member: whose it is. */
export function BackToMember({ view }: { readonly view: MemberView }) {
  const { memberId, nickname } = useMember();
  return (
    <Link
      to="/trainer/members/$memberId"
      params={{ memberId }}
      search={{ view }}
      className={classes.back}
    >
      {back}
      {nickname}さん
    </Link>
  );
}
