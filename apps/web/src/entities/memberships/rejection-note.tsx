import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { serverNow } from '#lib/server-time.ts';
import { smallButton } from '#ui/buttons.tsx';
import { Row } from '#ui/layout.tsx';
import {
  explainRejectedVisit,
  type RejectionTexts,
  type RejectedVisit,
} from './membership-rejections.ts';
import { myMembershipsQuery } from './memberships.queries.ts';

/** Explains a rejected visit with the member's memberships. Loads them if they are not cached. */
export function useRejectionTexts(visit: RejectedVisit): RejectionTexts {
  const { data: mine } = useQuery(myMembershipsQuery);
  return explainRejectedVisit(visit, mine, toGymDay(new Date(serverNow())));
}

/** Shows the next steps side by side. All look neutral, because none is the main one. */
export function RejectionWays({ ways }: Pick<RejectionTexts, 'ways'>) {
  return (
    <Row as="p" gap={8} wrap above={8}>
      {ways.map(({ label, link }) => (
        <Link key={label} {...link} className={smallButton}>
          {label}
        </Link>
      ))}
    </Row>
  );
}
