import type { GymCrowd } from '@tanren/contract/gym-crowd';
import { useQuery } from '@tanstack/react-query';
import { Amount } from '#ui/amount.tsx';
import { Card } from '#ui/card.tsx';
import { isMissing, LoadAgain } from '#ui/load-again.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CrowdSlots } from './crowd-slots.tsx';
import { CrowdTypes } from './crowd-types.tsx';
import { crowdQuery } from './gyms.queries.ts';
import { formatGymSeconds } from './gym-seconds.ts';
import classes from './crowd-card.module.css';

/** How full it is now and soon: numbers, never names. */
export function CrowdCard({ gymId }: { readonly gymId: number }) {
  const query = useQuery(crowdQuery(gymId));
  const { data: crowd, isError } = query;
  if (crowd === undefined) {
    return isMissing(query) ? (
      <Card heading="混雑状況">
        <LoadAgain what="混雑状況" query={query} />
      </Card>
    ) : (
      <Skeleton height={320} />
    );
  }
  return (
    <Card heading="混雑状況">
      <p className={classes.age}>
        {formatGymSeconds(crowd.at)} 更新
        {isError ? '・通信できないため、最新ではありません' : null}
      </p>
      <MachinesInUse crowd={crowd} />
      <CrowdSlots slots={crowd.slots} at={crowd.at} />
      <CrowdTypes types={crowd.types} />
    </Card>
  );
}

function MachinesInUse({ crowd: { machinesInUse, machineCount } }: { readonly crowd: GymCrowd }) {
  if (machineCount === 0) return null;
  return (
    <p className={classes.machines}>
      <span>使用中のマシン</span>
      <Amount value={String(machinesInUse)} unit={`/${machineCount}台`} size={44} />
    </p>
  );
}
