import { IconChevronRight } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MachinesUnreachable } from '#entities/machines/machines-unreachable.tsx';
import {
  tanrenConnectionQuery,
  type TanrenLinkAnswer,
} from '#entities/machines/machines.queries.ts';
import { loaderStaleMs } from '#lib/query-client.ts';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { look, Row, Stack, Text } from '#ui/layout.tsx';
import { Light } from '#ui/light.tsx';

/**
 * Shows on the home page whether machines are unreachable, and a link back to the linked machine.
 */
export function MachineLinkCard() {
  const query = useQuery({ ...tanrenConnectionQuery, staleTime: loaderStaleMs });
  return (
    <>
      <MachinesUnreachable answer={query.data} />
      <LinkedMachine query={query} />
    </>
  );
}

const card = look(
  'row',
  'align-center',
  'gap-16',
  'tall-72',
  'card',
  'padding-12-16',
  'bare',
  'pressable',
);

function LinkedMachine({ query }: { readonly query: UseQueryResult<TanrenLinkAnswer> }) {
  const connection = query.data?.connection;
  if (!connection) return <LoadAgainIfMissing what="マシンとの接続" query={query} />;
  const { id, workoutTypeId } = connection.machine;
  return (
    <Link to="/tanren-link" className={card}>
      <MachineDrawing workoutTypeId={workoutTypeId} size={56} />
      <Stack as="span" grow>
        <Row as="span" gap={8} align="center" size={14}>
          <Light on />
          接続中・マシン {id}
        </Row>
        <Text as="span" size={20} weight={700} leading="tight" grow>
          {nameWorkoutType(workoutTypeId)}
        </Text>
      </Stack>
      <IconChevronRight size={24} stroke={1.75} aria-hidden />
    </Link>
  );
}
