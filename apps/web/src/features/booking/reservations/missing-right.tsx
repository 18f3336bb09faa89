import { IconAlertCircle, IconId } from '@tabler/icons-react';
import type { MembershipRejection } from '@tanren/domain/memberships/memberships';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { gymQuery, plansQuery } from '#entities/gyms/gyms.queries.ts';
import { ApplyLink, PlanList } from '#entities/memberships/plan-list.tsx';
import { RejectionWays, useRejectionTexts } from '#entities/memberships/rejection-note.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { Box, look, Note, Row, Stack } from '#ui/layout.tsx';
import { Unbroken } from '#ui/unbroken.tsx';
import classes from './slots.module.css';
import type { GymSlot } from './reservation-actions.ts';

export function RejectionTexts({ text }: { readonly text: string }) {
  return (
    <Row role="alert" as="p" gap={8} align="start" weight={700} leading={24}>
      <IconAlertCircle
        size={20}
        stroke={1.75}
        aria-hidden
        className={look('above-2', 'alarming')}
      />
      <span>
        <Unbroken text={text} />
      </span>
    </Row>
  );
}

interface MissingRightProps {
  readonly refusal: MembershipRejection;
  readonly slot: Pick<GymSlot, 'gymId' | 'date'>;
}

/** Shows, after a tap on a slot, what the membership lacks and what the member can do about it. */
export function MissingRight({ refusal, slot: { gymId, date } }: MissingRightProps) {
  const { text, ways } = useRejectionTexts({ refusal, gymId, date });
  return (
    <>
      <RejectionTexts text={text} />
      <RejectionWays ways={ways} />
    </>
  );
}

/** Shows once, above the slots of a day, why some of them cannot be reserved. */
export function SomeRejected({ refusal, slot: { gymId, date } }: MissingRightProps) {
  const { text, ways } = useRejectionTexts({ refusal, gymId, date });
  return (
    <Box card size={14} className={classes.someRefused}>
      <p>
        <Unbroken text={text} />
      </p>
      <RejectionWays ways={ways} />
    </Box>
  );
}

/**
 * Shows why the membership allows none of the day's slots and what to do, in place of the list of
 * slots.
 */
export function AllRejected({ refusal, slot: { gymId, date } }: MissingRightProps) {
  const { text, ways } = useRejectionTexts({ refusal, gymId, date });
  return (
    <Stack as="section" gap={4} card padding={16} aria-label="予約できない理由">
      <Row as="p" gap={12} align="start">
        <IconId size={24} stroke={1.75} aria-hidden className={look('above-2', 'quiet')} />
        <strong>
          <Unbroken text={text} />
        </strong>
      </Row>
      {refusal === 'no_membership' ? <PlansToJoin gymId={gymId} /> : <RejectionWays ways={ways} />}
    </Stack>
  );
}

/** Shows the plans to apply for. After the application the member returns to the same day. */
function PlansToJoin({ gymId }: { readonly gymId: number }) {
  const next = useLocation({ select: ({ href }) => href });
  const { data: gym } = useQuery(gymQuery(gymId));
  const { data: plans } = useQuery(plansQuery(gymId));
  if (plans === undefined || gym === undefined) return <Skeleton height={240} />;
  return (
    <>
      <Note>
        {gym.joining === 'open'
          ? 'プランを選んで申し込むと、すぐに予約できます。'
          : 'プランを選んで申し込むと、ジムの確認の後に予約できます。'}
      </Note>
      <PlanList
        compact
        plans={plans}
        renderAction={(plan) => <ApplyLink plan={plan} gymId={gymId} next={next} />}
      />
    </>
  );
}
