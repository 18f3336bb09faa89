import { IconArrowsExchange, IconClockPause } from '@tabler/icons-react';
import type { MachineHold } from '@tanren/contract/machines/machine-holds';
import type { NextMachine, NextMachines } from '@tanren/contract/menus/next-machines';
import { holdMs } from '@tanren/domain/machines/machine-holds';
import { useState } from 'react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatTimer } from '#lib/dates.ts';
import { useNow } from '#lib/server-time.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Bar } from '#ui/charts/ring.tsx';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { Box, List, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Light } from '#ui/light.tsx';
import { useFingerShield } from '#ui/tap-shield.ts';
import { describeTarget, findMachine, orderRoute, toRouteStep } from './run-progress.ts';
import { useReplaceType } from './menu-run.queries.ts';
import { describeWait, explainOrder, nextStateNames } from './next-machine-words.ts';
import { type OrderedRun, useMachineHold } from './next-machines.queries.ts';
import classes from './menu-run.module.css';

/** Shows whether the machine of an item is free, and otherwise for how long it is used. */
export function MachineState({ item }: { readonly item: NextMachine }) {
  const wait = item.state === 'used' ? describeWait(item) : null;
  return (
    <Row as="span" inline gap={6} align="center" nowrap>
      {item.state === 'unavailable' ? null : <Light on={item.state === 'free'} />}
      {wait ?? nextStateNames[item.state]}
    </Row>
  );
}

/** Shows the number and the state of the machine to go to. A change is read by screen readers. */
export function NextMachineLine({ item }: { readonly item: NextMachine }) {
  return (
    <StatusText>
      <Row as="span" gap={12} rowGap={0} align="baseline" wrap>
        {item.machineId === null ? null : (
          <Text as="span" size={20} weight={700} leading="snug" nowrap>
            マシン{item.machineId}
          </Text>
        )}
        <MachineState item={item} />
      </Row>
    </StatusText>
  );
}

interface NextMachineChoicesProps {
  readonly followed: OrderedRun;
  /** Whether the page shows another machine, so that the one to hold needs its number. */
  readonly isLinked?: boolean;
}

/**
 * Explains the order, and offers to hold the machine, to use another one, or to return to the
 * proposed order.
 */
export function NextMachineChoices({ followed, isLinked = false }: NextMachineChoicesProps) {
  const { run, progress, machines, chosen, choose } = followed;
  const item = findMachine(machines, progress.order[0]);
  if (machines === null || item === null) return null;
  // The item in progress is proposed until its last set is stored.
  const isProposed = item.position === machines.order[0];
  const proposal = isProposed ? explainOrder(machines, run) : null;
  const reason = chosen === null ? proposal : '選んだ順番です。';
  return (
    <Stack gap={12}>
      {reason === null ? null : (
        <Row gap={12} rowGap={0} align="center" justify="between" wrap>
          <Text leading="snug" phrased>
            {reason}
          </Text>
          {chosen === null ? null : (
            <PlainButton
              onClick={() => {
                choose(null);
              }}
            >
              おすすめに戻す
            </PlainButton>
          )}
        </Row>
      )}
      {item.state === 'used' && item.freeInMinutes === null ? (
        <Note>空く時間はわかりません。</Note>
      ) : null}
      <HoldControl machines={machines} next={item} isLinked={isLinked} />
      <EqualMachines followed={followed} item={item} />
    </Stack>
  );
}

/** Returns the way to the next machine. `null` when everything is done. */
export function guideToNext(followed: OrderedRun) {
  const { progress, machines } = followed;
  if (progress.next === null) return null;
  return {
    workoutTypeId: progress.next.workoutTypeId,
    route: orderRoute(progress.items.map(toRouteStep), progress.order, machines),
    choices: <NextMachineChoices followed={followed} isLinked />,
  };
}

/** Time in milliseconds for which the page says that a hold has ended. */
const endedMs = 60_000;

interface HoldControlProps {
  readonly machines: NextMachines;
  readonly next: NextMachine;
  readonly isLinked: boolean;
}

/** Offers to hold a free machine, counts down, and says why a hold has ended. */
function HoldControl({ machines: { hold, items }, next, isLinked }: HoldControlProps) {
  const now = useNow(1000);
  const { hold: start, release, isPending, hasReleased } = useMachineHold();
  const [last, setLast] = useState(hold);
  if (hold !== null && hold !== last) setLast(hold);
  const left = hold === null ? 0 : Date.parse(hold.until) - now;
  // A hold locks nobody out: somebody without the app may use the machine.
  const isHeld = hold !== null && left > 0 && findState(items, hold) !== 'used';
  useFingerShield(isHeld);
  if (isHeld) {
    return (
      <Stack as="section" gap={8} raised padding={12} aria-label="とってあるマシン">
        <Row gap={12} align="center" justify="between" wrap rowGap={4}>
          <StatusText>
            <strong>マシン{hold.machineId}をとってあります</strong>
          </StatusText>
          <Text as="span" weight={700} role="timer" nowrap>
            残り{formatTimer(left)}
          </Text>
        </Row>
        <Bar fill={left / holdMs} steady />
        <Row gap={8} rowGap={0} align="center" justify="between" wrap>
          <Note>マシンの画面にも表示中です。</Note>
          <PlainButton aria-disabled={isPending} aria-busy={isPending} onClick={release}>
            解放する
          </PlainButton>
        </Row>
      </Stack>
    );
  }
  const { machineId } = next;
  const ended = hasReleased || last === null ? null : explainEnd(last, items, now);
  return (
    <>
      <StatusText>
        {ended === null ? null : <Notice Icon={IconClockPause}>{ended}</Notice>}
      </StatusText>
      {next.state !== 'free' || machineId === null ? null : (
        <PrimaryButton
          variant="default"
          aria-disabled={isPending}
          aria-busy={isPending}
          onClick={() => {
            start(machineId);
          }}
        >
          {isLinked ? `マシン${machineId}` : 'このマシン'}を90秒とっておく
        </PrimaryButton>
      )}
    </>
  );
}

/** Explains why a hold has ended. Returns `null` after a while, and when there is no reason. */
function explainEnd(hold: MachineHold, items: readonly NextMachine[], now: number): string | null {
  const { machineId, until } = hold;
  const end = Date.parse(until);
  if (now >= end + endedMs) return null;
  if (now >= end) return `90秒たったので、マシン${machineId}を解放しました。`;
  return findState(items, hold) === 'used'
    ? `マシン${machineId}は、ほかの方が使い始めました。`
    : null;
}

function findState(items: readonly NextMachine[], { machineId }: MachineHold) {
  return items.find((item) => item.machineId === machineId)?.state;
}

interface EqualMachinesProps {
  readonly followed: OrderedRun;
  readonly item: NextMachine;
}

const choice = look('row', 'align-center', 'gap-12', 'padding-8-0', 'full', 'tall-64');

/** Offers free machines for the same muscles. One replaces the machine in this run. */
function EqualMachines({ followed, item: { position, alternatives } }: EqualMachinesProps) {
  const { replace, isPending } = useReplaceType(followed);
  if (alternatives.length === 0) return null;
  return (
    <div>
      <Note as="h3" weight={500}>
        同じ部位を鍛えられる空きマシン
      </Note>
      <List aria-label="同じ部位を鍛えられる空きマシン">
        {alternatives.map(({ workoutTypeId, machineId, loadKg }) => (
          <Box key={workoutTypeId} as="li" ruled>
            <button
              type="button"
              className={choice}
              aria-disabled={isPending}
              onClick={() => {
                replace(position, workoutTypeId);
              }}
            >
              <MachineDrawing workoutTypeId={workoutTypeId} size={48} />
              <Stack as="span" leading="snug" grow className={classes.words}>
                <Text as="span" weight={700} leading="tight">
                  {nameWorkoutType(workoutTypeId)}
                </Text>
                <Note as="span" className={classes.plan}>
                  マシン{machineId}・{describeTarget({ targetLoadKg: loadKg })}
                </Note>
              </Stack>
              <span className="visually-hidden">に変更する</span>
              <IconArrowsExchange size={20} stroke={1.75} aria-hidden />
            </button>
          </Box>
        ))}
      </List>
    </div>
  );
}
