import type { Membership } from '@tanren/contract/memberships/memberships';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { Link } from '@tanstack/react-router';
import { perWords } from '#entities/memberships/contract-words.ts';
import { findShownTerm } from '#entities/memberships/membership-rights.ts';
import { formatGymDate } from '#lib/dates.ts';
import { formatYen } from '#lib/number-format.ts';
import { serverNow } from '#lib/server-time.ts';
import { plainLink, primaryButtonLink } from '#ui/buttons.tsx';
import { Box, Note, Stack, Text } from '#ui/layout.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { WeightStack } from '#ui/weight-stack.tsx';
import classes from './joined-membership.module.css';

interface JoinedMembershipProps {
  readonly membership: Membership;
  /** Path that the member came from. */
  readonly next: string | undefined;
}

/** Plates as in the logo, with the pin in the third one. */
const plates = { groups: [3, 2], pinnedGroup: 0 } as const;

/** Celebrates a new membership: its card, when it begins, and the first reservation. */
export function JoinedMembership({ membership, next }: JoinedMembershipProps) {
  const { gymId, gymName, name, number } = membership;
  const today = toGymDay(new Date(serverNow()));
  const term = findShownTerm(membership, today);
  return (
    <Stack gap={24} className={classes.page}>
      <Stack as="header" gap={4} centered>
        <Note>入会しました</Note>
        <Text as="h1" size={28} leading="tight">
          {`ようこそ、${gymName}へ`}
        </Text>
      </Stack>
      <Stack as="section" gap={16} card aria-label="会員証" className={classes.card}>
        <div className={classes.picture}>
          <WeightStack {...plates} />
        </div>
        <Box centered>
          <Note>会員番号</Note>
          <p className={classes.number}>{number}</p>
          <Text weight={500}>{name}</Text>
        </Box>
        {term === undefined ? null : (
          <Box ruled>
            <FactList
              facts={[
                { name: 'プラン', value: term.plan.name },
                {
                  name: '利用開始',
                  value: term.fromDay <= today ? '今日から' : `${formatGymDate(term.fromDay)}から`,
                },
                {
                  name: 'お支払い',
                  value: `${formatYen(term.plan.price)}/${perWords[term.plan.per]}（税込）・受付で`,
                },
              ]}
            />
          </Box>
        )}
      </Stack>
      <Note centered>お支払いは、初回の来館時に受付でお願いします。</Note>
      <Stack gap={8} justify="center">
        <FirstReservation gymId={gymId} next={next} />
        <Link to="/" className={plainLink}>
          あとで
        </Link>
      </Stack>
    </Stack>
  );
}

/** Leads to the slots, if possible of the day that the member has looked at before. */
function FirstReservation({
  gymId,
  next,
}: {
  readonly gymId: number;
  readonly next?: string | undefined;
}) {
  const shared = { className: primaryButtonLink, 'data-variant': 'filled' } as const;
  const label = '最初の予約をとる';
  return next?.startsWith('/reservations?') ? (
    <Link to={next} {...shared}>
      {label}
    </Link>
  ) : (
    <Link to="/reservations" search={{ gym: gymId }} {...shared}>
      {label}
    </Link>
  );
}
