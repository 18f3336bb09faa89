import { IconChevronRight, IconStretching } from '@tabler/icons-react';
import type { TrainingStatus } from '@tanren/contract/workouts/training-status';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { weeklySetGoal } from '@tanren/domain/workouts/muscles';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { formatShortGymDate } from '#lib/dates.ts';
import { useNow } from '#lib/server-time.ts';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { menuRow, MenuRowContent, RowList } from '#ui/lists/menu-section.tsx';
import { BodyMap } from '#features/workouts/status/body-map.tsx';
import {
  listMissing,
  type MissingSets,
  readEarlierStates,
  readMuscleStates,
} from '#features/workouts/status/muscle-state.ts';
import classes from './muscle-weeks.module.css';

/** Number of weeks before the last seven days that can be shown. */
const maxWeeks = 3;

const nameWeek = (weeks: number) => (weeks === 0 ? 'この7日間' : `${weeks}週間前`);

/** Shows on the body map what is missing to the goal, in one of four weeks. */
export function MuscleWeeks({ status }: { readonly status: TrainingStatus }) {
  const [weeks, setWeeks] = useState(0);
  const today = toGymDay(new Date(useNow(60_000)));
  const isEarlier = weeks > 0;
  const states = isEarlier ? readEarlierStates(status, weeks) : readMuscleStates(status, today);
  const last = addDays(today, -7 * weeks);
  const days = `${formatShortGymDate(addDays(last, -6))}〜${formatShortGymDate(last)}`;
  return (
    <Stack gap={16} className={classes.columns}>
      <Stack gap={16} top>
        <Missing missing={listMissing(states)} isEarlier={isEarlier} />
        <WeekSlider weeks={weeks} choose={setWeeks} days={days} />
      </Stack>
      <Box as="section" card padding={16} className={classes.map} aria-label="部位ごとのセット数">
        <BodyMap states={states} isEarlier={isEarlier} outlinesMissing />
        <Note size={12} leading="snug" above={12}>
          白い線の部位は、目安の{weeklySetGoal.from}セット未満です。
        </Note>
      </Box>
      <RowList>
        <li>
          <Link to="/training-status" className={menuRow}>
            <MenuRowContent
              Icon={IconStretching}
              label="トレーニング状況"
              end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
            />
          </Link>
        </li>
      </RowList>
    </Stack>
  );
}

interface MissingProps {
  readonly missing: readonly MissingSets[];
  readonly isEarlier: boolean;
}

/** Says which muscles need how many sets more. The nearest ones are the headline. */
function Missing({ missing, isEarlier }: MissingProps) {
  const [nearest, ...others] = missing;
  return (
    <Stack gap={4} as="section" aria-live="polite">
      <Text as="h2" size={20} leading="tight">
        {nearest === undefined
          ? `すべての部位が目安に届${isEarlier ? 'きました' : 'いています'}`
          : describeMissing(nearest)}
      </Text>
      {others.map((one) => (
        <Note key={one.sets} leading="snug">
          {describeMissing(one)}
        </Note>
      ))}
    </Stack>
  );
}

const describeMissing = ({ sets, names }: MissingSets) => `あと${sets}セット：${names.join('、')}`;

interface WeekSliderProps {
  readonly weeks: number;
  readonly choose: (weeks: number) => void;
  /** First and last day of the chosen week. */
  readonly days: string;
}

function WeekSlider({ weeks, choose, days }: WeekSliderProps) {
  const id = useId();
  return (
    <Box card padding="12 16">
      <Row as="label" htmlFor={id} gap={8} rowGap={0} align="baseline" justify="between" wrap>
        <Text as="span" weight={700}>
          {nameWeek(weeks)}
        </Text>
        <Note as="span">
          {days.split(/(?<=〜)/).map((day) => (
            <Text as="span" key={day} nowrap>
              {day}
            </Text>
          ))}
        </Note>
      </Row>
      {/* The newest week is at the right, as in a chart. */}
      <input
        id={id}
        type="range"
        min={0}
        max={maxWeeks}
        value={maxWeeks - weeks}
        aria-label="表示する週"
        aria-valuetext={`${nameWeek(weeks)} ${days}`}
        className={classes.slider}
        onChange={({ currentTarget }) => {
          choose(maxWeeks - Number(currentTarget.value));
        }}
      />
      <Row as="span" justify="between" wrap aria-hidden>
        <Note as="span" size={12}>
          {nameWeek(maxWeeks)}
        </Note>
        <Note as="span" size={12}>
          {nameWeek(0)}
        </Note>
      </Row>
    </Box>
  );
}
