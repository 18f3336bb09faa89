import type { TrainingStatus } from '@tanren/contract/training-status';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Card } from '#ui/lists/cards.tsx';
import { EndLink } from './end-link.tsx';
import { NotShared, useShares } from './not-shared.tsx';
import { ProfileCard } from './profile-card.tsx';
import { trainedStatusQuery } from './trained-records.queries.ts';
import { useMember } from './within-link.tsx';

interface MemberOverviewProps {
  readonly status: ComponentType<{ readonly status: TrainingStatus }>;
  readonly onEnded: (memberId: number) => void;
}

export function MemberOverview({ status, onEnded }: MemberOverviewProps) {
  return (
    <>
      <ProfileCard />
      {useShares('status') ? <MemberStatus status={status} /> : <NoStatus />}
      <EndLink onEnded={onEnded} />
    </>
  );
}

function MemberStatus({ status: Status }: Pick<MemberOverviewProps, 'status'>) {
  const { memberId } = useMember();
  const { data: status } = useSuspenseQuery(trainedStatusQuery(memberId));
  return status === null ? <NoStatus /> : <Status status={status} />;
}

function NoStatus() {
  return (
    <Card heading="トレーニング状況">
      <NotShared />
    </Card>
  );
}
