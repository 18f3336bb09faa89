import type { GymCrowd } from '@tanren/contract/gyms/gym-crowd';
import { hasBegun } from '@tanren/domain/booking/reservations';
import { useQuery } from '@tanstack/react-query';
import { formatGymClock, formatSlotTime, gymDateOf } from '#lib/dates.ts';
import { describeFreeSeats } from '#entities/gyms/gym-words.ts';
import { Floor } from '#entities/machines/lazy-floor.tsx';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { useOffline } from '#lib/offline/network.ts';
import { Amount } from '#ui/charts/amount.tsx';
import { Bar } from '#ui/charts/ring.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Box, List, Row, Text } from '#ui/layout.tsx';
import classes from './crowd.module.css';
import { crowdQuery } from './gyms.queries.ts';
import { useIsOpen } from './opening-hours.tsx';

/** Shows how full the gym is now and soon. It shows numbers and never names. */
export function CrowdCard({ gymId }: { readonly gymId: number }) {
  const query = useQuery(crowdQuery(gymId));
  const { data: crowd, isError } = query;
  const isOpen = useIsOpen(gymId);
  const isCurrent = !useOffline() && !isError;
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
      <Text size={12} quiet>
        {isCurrent
          ? `${formatGymClock(crowd.at)}更新`
          : `${formatGymClock(crowd.at)}の状況です。今は変わっている可能性があります。`}
      </Text>
      {/* Outdated numbers keep their position, so that the content below does not move under a
          finger. */}
      <div className={classes.numbers} data-old={!isCurrent || undefined}>
        {isOpen === false ? (
          <Text quiet below={8}>
            営業時間外です。
          </Text>
        ) : (
          <MachinesInUse crowd={crowd} isCurrent={isCurrent} />
        )}
        {crowd.machineCount === 0 ? null : <Floor gymId={gymId} />}
        {isOpen === false && crowd.slots.length === 0 ? null : (
          <CrowdSlots crowd={crowd} isCurrent={isCurrent} />
        )}
        <CrowdTypes types={crowd.types} />
      </div>
    </Card>
  );
}

interface CrowdProps {
  readonly crowd: GymCrowd;
  /** `false` while the server cannot be reached. The numbers are then those of `crowd.at`. */
  readonly isCurrent: boolean;
}

function MachinesInUse({ crowd: { machinesInUse, machineCount }, isCurrent }: CrowdProps) {
  if (machineCount === 0) return null;
  return (
    <Row as="p" gap={16} align="baseline" justify="between" above={4} below={8}>
      <span>{isCurrent ? '使用中のマシン' : '使用中だったマシン'}</span>
      <Amount value={String(machinesInUse)} unit={`/${machineCount}台`} size={44} />
    </Row>
  );
}

/**
 * Shows how full the current and the following slots are. Only slots that can be reserved have free
 * seats. A slot that has begun shows its number of people.
 */
function CrowdSlots({ crowd: { slots, at }, isCurrent }: CrowdProps) {
  if (slots.length === 0) {
    return (
      <Text quiet below={8}>
        このあとの予約枠はありません。
      </Text>
    );
  }
  return (
    <List below={8} aria-label="時間ごとの空き">
      {slots.map(({ startsAt, endsAt, reserved, capacity }) => {
        const isRunning = hasBegun({ startsAt: new Date(startsAt) }, new Date(at));
        return (
          <Row key={startsAt} as="li" gap={12} rowGap={0} align="center" wrap tall={44}>
            <Text as="span" nowrap className={classes.time}>
              {formatSlotTime({ startsAt, endsAt }, gymDateOf(at))}
              {isRunning && isCurrent ? (
                <Text as="span" size={12} framed indent={8} className={classes.now}>
                  今
                </Text>
              ) : null}
            </Text>
            <Bar fill={reserved / capacity} />
            <span
              className={classes.count}
              data-full={isRunning || reserved >= capacity || undefined}
            >
              {isRunning
                ? `予約${reserved}人`
                : describeFreeSeats({ remaining: capacity - reserved, capacity })}
            </span>
          </Row>
        );
      })}
    </List>
  );
}

interface CrowdTypesProps {
  readonly types: GymCrowd['types'];
}

/** Shows which machines are in use and which will be needed soon. */
function CrowdTypes({ types }: CrowdTypesProps) {
  if (types.length === 0) return null;
  return (
    <Box ruled className={classes.types}>
      <Disclosure label="種目ごとに見る">
        <DataTable
          caption="種目ごとの混雑状況"
          columns={['種目', '使用中', 'このあとの予約']}
          rows={types.map(({ workoutTypeId, inUse, machineCount, expected }) => ({
            key: workoutTypeId,
            cells: [
              <Row key="type" as="span" inline gap={12} align="center">
                <MachineDrawing workoutTypeId={workoutTypeId} size={40} />
                {nameWorkoutType(workoutTypeId)}
              </Row>,
              <Number key="use" text={`${inUse}/${machineCount}台`} zero={inUse === 0} />,
              <Number key="expected" text={`${expected}人`} zero={expected === 0} />,
            ],
          }))}
        />
      </Disclosure>
    </Box>
  );
}

/** Shows a number. Zero is the usual case, so other numbers are emphasized. */
function Number({ text, zero }: { readonly text: string; readonly zero: boolean }) {
  return zero ? (
    <Text as="span" quiet>
      {text}
    </Text>
  ) : (
    <strong>{text}</strong>
  );
}
