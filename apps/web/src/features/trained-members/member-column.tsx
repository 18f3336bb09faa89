import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { useMediaQuery } from '#ui/device.ts';
import { MemberCard, noteMembers } from './member-card.tsx';
import classes from './trained-members.module.css';
import { trainedMembersQuery } from './trained-members.queries.ts';

/** On a desktop the other members stay beside the one that is open, in the order of the list. */
export function BesideOthers({ children }: { readonly children: ReactNode }) {
  const hasRoom = useMediaQuery('(min-width: 1024px)');
  if (!hasRoom) return children;
  return (
    <div className={classes.split}>
      <MemberColumn />
      <div>{children}</div>
    </div>
  );
}

/** The page is good without it: where it cannot be asked for, its place stays empty. */
function MemberColumn() {
  const { data: members = [] } = useQuery({
    ...trainedMembersQuery,
    meta: { errorShownByPage: true },
  });
  const [now] = useState(() => new Date(serverNow()));
  return (
    <nav aria-label="担当会員">
      <ul className={classes.column}>
        {noteMembers(members, now).map((noted) => (
          <li key={noted.member.memberId}>
            <MemberCard {...noted} short />
          </li>
        ))}
      </ul>
    </nav>
  );
}
