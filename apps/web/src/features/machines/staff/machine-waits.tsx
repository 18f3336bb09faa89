import type { GymWaits } from '@tanren/contract/machines/machine-waits';
import { type WeekPart, weekParts } from '@tanren/domain/machines/waits-summary';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { TableList, columnName, tableCell, tableParts, tableRow } from '#ui/lists/table-list.tsx';
import { segment, Segments } from '#ui/lists/chips.tsx';
import { SectionHeading } from '#ui/page.tsx';
import {
  describeLongWait,
  describeQueueTime,
  describeSaving,
  findWaitLevel,
  formatTotalMinutes,
  formatWaitMinutes,
  listWaitHours,
  nameWaitHour,
  weekPartNames,
} from './machine-wait-words.ts';
import classes from './machine-waits.module.css';

interface WaitsProps {
  readonly waits: GymWaits;
}

/** Names the longest queues in words. */
export function LongestQueues({ waits: { queues } }: WaitsProps) {
  return (
    <Stack as="section" gap={12} aria-labelledby="longest-queues">
      <SectionHeading id="longest-queues">待ち時間が長いところ</SectionHeading>
      {queues.length === 0 ? (
        <Text quiet>平均1分以上の待ち時間は、どの時間帯にもありません。</Text>
      ) : (
        <Stack as="ol" gap={12} fit={280}>
          {queues.map((queue) => (
            <Row as="li" key={queue.workoutTypeId} gap={12} align="center" card padding="12 16">
              <MachineDrawing workoutTypeId={queue.workoutTypeId} size={56} />
              <Stack gap={4} grow shrinks>
                <Text size={14} quiet leading="snug">
                  {describeQueueTime(queue)}
                </Text>
                <Text weight={700} leading="snug">
                  {nameWorkoutType(queue.workoutTypeId)}は平均
                  {formatWaitMinutes(queue.waitSeconds)}分待ち
                </Text>
                <Note>
                  {describeLongWait(queue)}・稼働率{queue.usedPercent}%
                </Note>
              </Stack>
            </Row>
          ))}
        </Stack>
      )}
    </Stack>
  );
}

const columns = '40px minmax(0, 2fr) 64px 96px 120px minmax(0, 1.6fr)';
const columnNames = ['', '種目', '台数', '利用', '待ち時間の合計', '1台増やすと'];

/** Number of types that one machine more would help most. The others are hidden at first. */
const maxShown = 5;

/** Shows for each type what one machine more would save. */
export function SavedMinutes({ waits: { types } }: WaitsProps) {
  const others = types.slice(maxShown);
  return (
    <Stack as="section" gap={12} aria-labelledby="saved-minutes">
      <SectionHeading id="saved-minutes" note="4週間・全員の合計">
        1台増やすと減る待ち時間
      </SectionHeading>
      <SavingList types={types.slice(0, maxShown)} />
      {others.length === 0 ? null : (
        <Disclosure label={`ほかの${others.length}種目`}>
          <SavingList types={others} />
        </Disclosure>
      )}
    </Stack>
  );
}

function SavingList({ types }: Pick<GymWaits, 'types'>) {
  return (
    <TableList columns={columns} names={columnNames} paired>
      {types.map((type) => (
        <Row
          as="li"
          key={type.workoutTypeId}
          gap={12}
          align="center"
          card
          padding={12}
          className={tableRow}
        >
          <MachineDrawing workoutTypeId={type.workoutTypeId} size={40} />
          <Stack grow className={tableParts}>
            <Text weight={700} shrinks>
              {nameWorkoutType(type.workoutTypeId)}
            </Text>
            <Row gap={12} rowGap={0} wrap size={14} quiet className={tableParts}>
              <span {...tableCell(3)}>{type.machines}台</span>
              <span {...tableCell(4)}>{type.bouts.toLocaleString('ja')}回</span>
              <span {...tableCell(5)}>
                <span className={columnName}>待ち </span>
                {formatTotalMinutes(type.waitMinutes)}
              </span>
              <Text as="span" bright {...tableCell(6)}>
                <span className={columnName}>1台増で </span>
                {describeSaving(type)}
              </Text>
            </Row>
          </Stack>
        </Row>
      ))}
    </TableList>
  );
}

interface WaitsByHourProps extends WaitsProps {
  readonly part: WeekPart;
}

/** Shows the waits of a part of the week, with a choice between the parts. */
export function WaitsByHour({ waits: { gymId, types }, part }: WaitsByHourProps) {
  return (
    <Stack as="section" gap={12} aria-labelledby="waits-by-hour">
      <SectionHeading id="waits-by-hour" note="分">
        時間帯ごとの平均の待ち時間
      </SectionHeading>
      <Segments label="曜日">
        {weekParts.map((one) => (
          <Link
            key={one}
            to="/staff/gyms/$gymId/waits"
            params={{ gymId }}
            search={one === 'weekend' ? { part: one } : {}}
            className={segment}
            activeOptions={{ exact: true }}
            resetScroll={false}
            replace
          >
            {weekPartNames[one]}
          </Link>
        ))}
      </Segments>
      <WaitGrid types={types} part={part} />
    </Stack>
  );
}

interface WaitGridProps {
  readonly types: GymWaits['types'];
  readonly part: WeekPart;
}

/**
 * Shows the mean waits by type and hour. On a phone the name of a type is above its hours, so that
 * all hours fit beside each other.
 */
export function WaitGrid({ types, part }: WaitGridProps) {
  const hours = listWaitHours(types);
  const style = { '--hours': hours.length } as CSSProperties;
  return (
    <table className={classes.grid} style={style}>
      <caption className="visually-hidden">時間帯ごとの平均の待ち時間（分）</caption>
      <thead className={classes.hours}>
        <tr>
          <th scope="col">
            <span className="visually-hidden">種目</span>
          </th>
          {hours.map((hour) => (
            <th key={hour} scope="col" aria-label={nameWaitHour(hour)}>
              {hour % 24}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {types
          .toSorted((a, b) => a.workoutTypeId - b.workoutTypeId)
          .map(({ workoutTypeId, hours: own }) => (
            <tr key={workoutTypeId}>
              <th scope="row">{nameWorkoutType(workoutTypeId)}</th>
              {hours.map((hour) => {
                const wait = own.find((one) => one.part === part && one.hour === hour);
                return wait === undefined ? (
                  <td key={hour} aria-label="利用なし" />
                ) : (
                  <td key={hour} data-level={findWaitLevel(wait.waitSeconds)}>
                    {formatWaitMinutes(wait.waitSeconds)}
                  </td>
                );
              })}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Explains where the numbers come from, and what they leave out. */
export function WaitsNote() {
  return (
    <Note>
      マシンが記録した利用（アプリを使わない方も含む）をもとに、来た順に並んだ場合の待ち時間を計算しています。毎朝4時に更新します。
    </Note>
  );
}
