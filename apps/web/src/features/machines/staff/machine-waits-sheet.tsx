import type { GymWaits } from '@tanren/contract/machines/machine-waits';
import { weekParts } from '@tanren/domain/machines/waits-summary';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { PrintSheet } from '#ui/print-sheet.tsx';
import {
  describeLongWait,
  describeQueueTime,
  describeSaving,
  describeWaitsPeriod,
  formatWaitMinutes,
  weekPartNames,
} from './machine-wait-words.ts';
import classes from './machine-waits-sheet.module.css';
import { WaitGrid } from './machine-waits.tsx';

/** Number of types on the paper that one machine more would help most. */
const maxSavings = 5;

/** Prints the waits on one page in place of the screen. */
export function WaitsSheet({ waits }: { readonly waits: GymWaits }) {
  return (
    <PrintSheet className={classes.sheet}>
      <h1>{waits.gymName} マシンの待ち時間</h1>
      <p>{describeWaitsPeriod(waits)}</p>
      <div className={classes.lists}>
        <section>
          <h2>待ち時間が長いところ</h2>
          <ol>
            {waits.queues.map((queue) => (
              <li key={queue.workoutTypeId}>
                {describeQueueTime(queue)}の{nameWorkoutType(queue.workoutTypeId)}：平均
                {formatWaitMinutes(queue.waitSeconds)}分（{describeLongWait(queue)}）
              </li>
            ))}
          </ol>
        </section>
        <section>
          <h2>1台増やすと減る待ち時間</h2>
          <ol>
            {waits.types.slice(0, maxSavings).map((type) => (
              <li key={type.workoutTypeId}>
                {nameWorkoutType(type.workoutTypeId)}（{type.machines}台）：{describeSaving(type)}
              </li>
            ))}
          </ol>
        </section>
      </div>
      {weekParts.map((part) => (
        <section key={part}>
          <h2>{weekPartNames[part]}の平均の待ち時間（分）</h2>
          <WaitGrid types={waits.types} part={part} />
        </section>
      ))}
    </PrintSheet>
  );
}
