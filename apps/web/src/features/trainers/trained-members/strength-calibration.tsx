import type { StrengthCalibration } from '@tanren/contract/workouts/workout-strength';
import { useQuery } from '@tanstack/react-query';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { Box, List, Note, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { useMember } from './linked-member.tsx';
import { trainedCalibrationQuery } from './trained-records.queries.ts';

/** Shows how often the last predictions came true, and where the member deviates from them. */
export function CalibrationCard() {
  const query = useQuery(trainedCalibrationQuery(useMember().memberId));
  const { data: calibration } = query;
  if (!calibration) return <LoadAgainIfMissing what="見込みと結果" query={query} />;
  return (
    <Card heading="見込みと結果">
      {calibration.count === 0 ? (
        <Text above={4}>
          メニューに沿ったトレーニングの記録が増えると、見込みと結果を比べられます。
        </Text>
      ) : (
        <Results calibration={calibration} />
      )}
    </Card>
  );
}

function Results({ calibration }: { readonly calibration: StrengthCalibration }) {
  const { count, expected, reached, groups, types } = calibration;
  const deviating = types.filter(({ deviation }) => deviation !== undefined);
  return (
    <Stack gap={8} above={4}>
      <Text size={20} weight={700} leading="tight" phrased>
        {`直近${count}回のうち、目標の回数に届いたのは${reached}回（見込み${Math.round(expected)}回）`}
      </Text>
      <DataTable
        caption="見込みごとの結果"
        columns={['できる見込み', '予測(回)', '届いた(回)']}
        rows={groups.map((group) => ({
          key: group.from,
          cells: [describeGroup(group), group.count, group.reached],
        }))}
      />
      {deviating.length === 0 ? (
        <Note>どの種目も、ほぼ見込みどおりです。</Note>
      ) : (
        <List divided>
          {deviating.map((type) => (
            <Box as="li" key={type.workoutTypeId} padding="8 0" leading="snug">
              {describeDeviation(type)}
            </Box>
          ))}
        </List>
      )}
    </Stack>
  );
}

function describeGroup({ from, to }: StrengthCalibration['groups'][number]): string {
  return `${Math.round(from * 100)}〜${Math.round(to * 100)}%`;
}

function describeDeviation({
  workoutTypeId,
  deviation,
  count,
  expected,
  reached,
}: StrengthCalibration['types'][number]): string {
  const words =
    deviation === 'more' ? '見込みより多くできています' : '見込みに届かないことが多いです';
  return `${nameWorkoutType(workoutTypeId)}：${words}（${count}回中${reached}回、見込み${Math.round(expected)}回）`;
}
