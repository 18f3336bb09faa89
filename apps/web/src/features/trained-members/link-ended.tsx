import { IconLinkOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import classes from './link-ended.module.css';
import { forgetMember } from './trained-members.queries.ts';

interface LinkEndedProps {
  readonly memberId: number;
  readonly onEnded: (memberId: number) => void;
}

/** Stands where the member was: by then nothing that shows them is left, and what was kept can go. */
export function LinkEnded({ memberId, onEnded }: LinkEndedProps) {
  const queryClient = useQueryClient();
  const element = useRef<HTMLDivElement>(null);
  // What had the focus is gone; and whoever cannot see the page is told.
  useEffect(() => {
    element.current?.focus();
  }, []);
  useEffect(() => {
    forgetMember(queryClient, memberId);
    onEnded(memberId);
  }, [queryClient, memberId, onEnded]);
  return (
    <div ref={element} tabIndex={-1} className={classes.page}>
      <Page title="連携が終了しました">
        <EmptyState
          Icon={IconLinkOff}
          text="この会員との連携は終了しているため、情報を表示できません。もう一度担当するときは、会員の方に新しい連携コードを発行してもらってください。"
          action={
            <Link to="/trainer" className={primaryButtonLink}>
              担当会員の一覧へ
            </Link>
          }
        />
      </Page>
    </div>
  );
}
