import { IconChevronRight, IconHeartbeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { look, Note, Stack } from '#ui/layout.tsx';
import { cardLink } from '#ui/lists/cards.tsx';
import { dueHealthChecksQuery } from './health-checks.queries.ts';

/** Invites the member to answer the health check of each gym that they visit for the first time. */
export function HealthCheckCards() {
  const { data } = useQuery(dueHealthChecksQuery);
  return data?.due.map(({ gymId, gymName }) => (
    <HealthCheckLink
      key={gymId}
      gymId={gymId}
      heading="健康チェックにお答えください"
      text={`${gymName}でのはじめてのトレーニングの前に`}
    />
  ));
}

interface HealthCheckLinkProps {
  readonly gymId: number;
  readonly heading: string;
  readonly text: string;
}

export function HealthCheckLink({ gymId, heading, text }: HealthCheckLinkProps) {
  return (
    <Link
      to="/gyms/$gymId/health-check"
      params={{ gymId }}
      className={`${cardLink} ${look('row', 'align-center', 'gap-12')}`}
    >
      <IconHeartbeat size={24} stroke={1.75} aria-hidden />
      <Stack as="span" grow>
        <Note as="span">{text}</Note>
        <strong>{heading}</strong>
      </Stack>
      <IconChevronRight size={20} stroke={1.75} aria-hidden />
    </Link>
  );
}
