import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { Dimming } from '#ui/lists/paged-list.tsx';
import { Page } from '#ui/page.tsx';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { BackToMembers } from './back-links.tsx';
import { memberViews, type MemberView, viewNames } from './member-search.ts';
import { nameScopes } from './name-scopes.ts';
import classes from './trained-member-screen.module.css';
import { useMember } from './within-link.tsx';

interface TrainedMemberScreenProps {
  /** Of the address, so that the tab answers at once; what it shows follows with its data. */
  readonly chosen: MemberView;
  readonly busy: boolean;
  readonly children: ReactNode;
}

/** Who it is, what they share, and one of four views of them. */
export function TrainedMemberScreen({ chosen, busy, children }: TrainedMemberScreenProps) {
  const { memberId, nickname, linkedAt, scopes } = useMember();
  return (
    <Page
      title={`${nickname}さん`}
      above={<BackToMembers />}
      lead={
        <span className={classes.lead}>
          <span>{formatGymDate(gymDayOf(linkedAt))}から担当</span>
          <span>共有: {nameScopes(scopes)}</span>
        </span>
      }
    >
      <Segments label="表示する内容">
        {memberViews.map((view) => (
          <Link
            key={view}
            to="/trainer/members/$memberId"
            params={{ memberId }}
            search={view === 'overview' ? {} : { view }}
            replace
            resetScroll={false}
            className={segment}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={view === chosen ? 'page' : undefined}
          >
            {viewNames[view]}
          </Link>
        ))}
      </Segments>
      <Dimming busy={busy} className={classes.view}>
        {children}
      </Dimming>
    </Page>
  );
}
