import type { LiveMessage } from '@tanren/contract/machines/machine-messages';
import type { ReactNode } from 'react';
import { formatTimer } from '#lib/dates.ts';
import { formatKg, formatKgInColumn } from '#lib/number-format.ts';
import { serverNow, useNow } from '#lib/server-time.ts';
import { Amount, NumberTile, tileNote } from '#ui/charts/amount.tsx';
import { Ring } from '#ui/charts/ring.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { useVibrationWhen } from '#ui/device.ts';
import { Card } from '#ui/lists/cards.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { Box, Row, Stack, Text } from '#ui/layout.tsx';
import type { LiveState } from './live-state.ts';
import { type Measures, RangeBars } from './range-bars.tsx';
import {
  type BoutPlan,
  describeCue,
  describeGoal,
  extendRest,
  fillOfReps,
  hintAtLoad,
  leftOfRest,
  planRest,
  type Rest,
} from './live-words.ts';
import classes from './rep-counter.module.css';
import { liveFeed } from './use-tanren-link.ts';

/** Shows the sets, newest first, so that a phone shows the newest without scrolling. */
export function SetList({ sets, lifting }: Pick<LiveMessage, 'sets' | 'lifting'>) {
  const rows = sets.map((set, index) => ({ ...set, number: index + 1 })).toReversed();
  return (
    <Card heading="セット">
      <Box as="ol" above={8} reversed>
        {rows.map(({ number, loadKg, reps }) => (
          <Stack key={number} as="li" ruled padding="8 0" className={classes.row}>
            <Text as="span" quiet>
              {number}
            </Text>
            <span>{formatKgInColumn(loadKg)}kg</span>
            <span>
              {reps}回
              {lifting && number === sets.length ? (
                <Text as="span" size={12} quiet>
                  （トレーニング中）
                </Text>
              ) : null}
            </span>
          </Stack>
        ))}
      </Box>
    </Card>
  );
}

/** Shows the two numbers that the rankings use, with explanations. */
export function BoutTotals({ max, tfo }: { readonly max: number; readonly tfo: number }) {
  return (
    <Stack as="dl" columns={2} gap={12}>
      <NumberTile
        label="最大重量"
        color="cyan"
        value={<Amount value={formatKg(max)} unit="kg" size={28} />}
      >
        <dd className={tileNote}>いちばん重い1回の重量です。</dd>
      </NumberTile>
      <NumberTile
        label="総発揮力"
        color="green"
        value={<Amount value={formatKg(tfo)} unit="kg" size={28} />}
      >
        <dd className={tileNote}>挙げた重量の合計です。</dd>
      </NumberTile>
    </Stack>
  );
}

/** Vibration when the planned number of reps is reached, in milliseconds. */
const goalPattern = [200, 100, 200];
/** Vibration at the end of a rest, in milliseconds. */
const restPattern = [400];

interface RepCounterProps extends Pick<LiveState, 'restSince' | 'restEnd'> {
  readonly bout: LiveMessage;
  readonly measures: Measures;
  /** `null` when no menu is followed. */
  readonly plan: BoutPlan | null;
}

/** Shows cue, reps, load and time so large that they can be read from two metres away. */
export function RepCounter({ bout, measures, restSince, restEnd, plan }: RepCounterProps) {
  const { sets, lifting } = bout;
  const last = sets.at(-1);
  const reps = last?.reps ?? 0;
  const doneKg = last?.loadKg ?? bout.loadKg;
  const next = plan?.next ?? null;
  const hint = next === null ? null : hintAtLoad(next, bout.loadKg);
  const fill = fillOfReps(reps, next);
  const isReached = lifting && fill >= 1;
  useVibrationWhen(isReached, goalPattern);
  const count = (
    <output className={classes.reps} aria-label="回数" data-small={!lifting || undefined}>
      {/* The key creates a new element for each number, so that its animation runs once. */}
      <span key={`${sets.length}-${reps}`} className={classes.number}>
        {reps}
      </span>
      <span className={classes.unit}>回</span>
    </output>
  );
  const setName = (
    <Text size={lifting ? 28 : 20} leading="tight">
      {nameSet(bout, plan)}
    </Text>
  );
  // Nothing is left to do on this machine, and another part of the page says where to go.
  const isOver = plan !== null && next === null && !lifting;
  return (
    <Stack
      as="section"
      top
      justify="center"
      card
      className={classes.counter}
      aria-label="現在のセット"
      data-lifting={lifting || undefined}
      data-over={isOver || undefined}
    >
      {isOver ? (
        setName
      ) : (
        <>
          <Text size={44} weight={700} leading="close" below={8} className={classes.cue}>
            {describeCue(reps, lifting, plan)}
          </Text>
          {lifting ? (
            <Ring fill={fill} tone={isReached ? 'white' : 'red'}>
              {setName}
              {count}
            </Ring>
          ) : (
            <RestRing since={restSince} end={restEnd} restSeconds={plan?.restSeconds ?? null}>
              {setName}
            </RestRing>
          )}
        </>
      )}
      <Row
        as="p"
        gap={24}
        rowGap={0}
        align="baseline"
        justify="center"
        wrap
        above={12}
        className={`${classes.done} ${classes.load}`}
      >
        {lifting ? null : count}
        <Amount value={formatKg(doneKg)} unit="kg" size={44} />
      </Row>
      <RangeBars measures={measures} />
      {next === null ? null : (
        <Text size={28} weight={700} leading="tight" centered above={4} className={classes.goal}>
          {lifting ? '目標' : '次は'} {describeGoal(next)}
          {hint === null ? null : (
            <Text as="span" block size={16} weight={400}>
              （{hint}）
            </Text>
          )}
        </Text>
      )}
      {lifting || plan !== null || bout.loadKg === doneKg ? null : (
        <Text size={20} centered above={4}>
          次の設定 {formatKg(bout.loadKg)}kg
        </Text>
      )}
    </Stack>
  );
}

/**
 * Names the set by its number in the followed menu. Sets beyond the menu are counted as without
 * one.
 */
function nameSet({ sets, lifting }: LiveMessage, plan: BoutPlan | null): string {
  if (lifting) {
    const next = plan?.next ?? null;
    return next === null ? `${sets.length}セット目` : `セット ${next.set}/${next.sets}`;
  }
  const last = plan?.last ?? null;
  return last === null ? `${sets.length}セット終了` : `${last.set}/${last.sets}セット終了`;
}

interface RestRingProps {
  /** End of the last set by the machine's clock. `null` when the message about it was lost. */
  readonly since: string | null;
  /** Chosen end of the rest in server time. `null` for the planned one. */
  readonly end: number | null;
  /** Planned rest in seconds. `null` when the menu sets no limit. */
  readonly restSeconds: number | null;
  readonly children: ReactNode;
}

/**
 * Shows a ring that shrinks until the rest is over. Without a plan the ring stays full and the
 * elapsed time counts up.
 */
function RestRing({ since, end, restSeconds, children }: RestRingProps) {
  if (since === null || restSeconds === null) {
    return (
      <Ring fill={1} tone="white">
        {children}
        {since === null ? null : <Elapsed since={since} />}
      </Ring>
    );
  }
  return <LimitedRest rest={planRest(since, restSeconds, end)}>{children}</LimitedRest>;
}

function Elapsed({ since }: { readonly since: string }) {
  const now = useNow(1000);
  return (
    <span className={classes.time} role="timer">
      <Text as="span" block size={20} weight={400} leading="tight">
        経過
      </Text>{' '}
      {formatTimer(now - Date.parse(since))}
    </span>
  );
}

interface LimitedRestProps {
  readonly rest: Rest;
  readonly children: ReactNode;
}

/** Shows the rest that is left, which the member can make longer or end. */
function LimitedRest({ rest, children }: LimitedRestProps) {
  const now = useNow(1000);
  const left = leftOfRest(rest, now);
  const isOver = left === 0;
  useVibrationWhen(isOver, restPattern);
  return (
    <>
      <Ring fill={isOver ? 0 : left / (rest.endsAt - rest.startedAt)} tone="white">
        {children}
        {isOver ? null : (
          <span className={classes.time} role="timer">
            <Text as="span" block size={20} weight={400} leading="tight">
              あと
            </Text>{' '}
            {formatTimer(left + 999)}
          </span>
        )}
        <StatusText>
          {isOver ? <strong className={classes.over}>次のセットへ</strong> : null}
        </StatusText>
      </Ring>
      <Row gap={12} full className={classes.rest}>
        <PrimaryButton
          variant="default"
          onClick={() => {
            liveFeed.endRestAt(extendRest(rest, serverNow()));
          }}
        >
          +30秒
        </PrimaryButton>
        <PrimaryButton
          variant="default"
          aria-disabled={isOver}
          onClick={() => {
            if (!isOver) liveFeed.endRestAt(serverNow());
          }}
        >
          スキップ
        </PrimaryButton>
      </Row>
    </>
  );
}
