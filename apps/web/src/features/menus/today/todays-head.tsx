import type { TodaysItem, TodaysMenu } from '@tanren/contract/menus/todays-menu';
import { countMenuSets } from '@tanren/domain/menus/menus';
import { Link } from '@tanstack/react-router';
import type { Ref } from 'react';
import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { Amount } from '#ui/charts/amount.tsx';
import { Row, Text } from '#ui/layout.tsx';
import classes from './todays-menu.module.css';
import { describeWaits, explainMenu, isFreeChoice } from './todays-words.ts';

interface MenuHeadProps {
  readonly menu: TodaysMenu;
  readonly trainedToday: boolean;
  readonly isCurrent: boolean;
  readonly titleRef: Ref<HTMLHeadingElement>;
}

/** Shows why this menu is today's, its title, its first machine, and how long it takes. */
export function MenuHead({ menu, trainedToday, isCurrent, titleRef }: MenuHeadProps) {
  const { title, trainingSessionId, reason, items, minutes } = menu;
  const isRunning = reason.kind === 'running';
  const waits = describeWaits(menu);
  const next = items.find(({ doneSets, sets }) => doneSets < sets) ?? items[0];
  const [allSets, doneSets] = [
    countMenuSets(items),
    items.reduce((sum, item) => sum + item.doneSets, 0),
  ];
  return (
    <Row gap={8} justify="between" wrap className={classes.head}>
      <div className={classes.words}>
        <Text
          weight={700}
          leading="snug"
          phrased
          className={classes.reason}
          data-running={isRunning || undefined}
        >
          {trainedToday && isFreeChoice(menu) ? 'もう少し続けるなら' : explainMenu(reason)}
        </Text>
        <Text ref={titleRef} tabIndex={-1} as="h2" size={28} above={4} className={classes.title}>
          {trainingSessionId === null ? (
            title
          ) : (
            <Link to="/training-sessions/$trainingSessionId" params={{ trainingSessionId }}>
              {title}
            </Link>
          )}
        </Text>
      </div>
      <div className={classes.figure}>
        {next ? (
          <MachineDrawing workoutTypeId={next.workoutTypeId} size={136} ground="page" />
        ) : null}
      </div>
      <Row as="p" align="baseline" wrap className={classes.numbers}>
        <Minutes minutes={minutes} isRunning={isRunning} isOwnPace={items.some(wasDone)} />
        {isRunning ? (
          <Amount value={`${doneSets}/${allSets}`} unit="セット" size={28} />
        ) : (
          <>
            <Amount value={String(items.length)} unit="種目" size={28} />
            <Amount value={String(allSets)} unit="セット" size={28} />
          </>
        )}
        {waits === null ? null : (
          <Text
            as="span"
            size={14}
            above={8}
            leading="snug"
            phrased
            className={`${classes.line} ${classes.waits}`}
            data-picture="blank"
          >
            {isCurrent ? waits : ''}
          </Text>
        )}
      </Row>
    </Row>
  );
}

/**
 * Returns whether the member has done this type before, so that the minutes are based on their own
 * pace.
 */
const wasDone = ({ lastLoadKg }: TodaysItem) => lastLoadKg !== null;

interface MinutesProps {
  readonly minutes: number;
  readonly isRunning: boolean;
  readonly isOwnPace: boolean;
}

/**
 * Shows the minutes. Lists use a general estimate such as 約31分, while this member may need 26
 * minutes, so the label says whose pace it is.
 */
function Minutes({ minutes, isRunning, isOwnPace }: MinutesProps) {
  const showsPace = isOwnPace && !isRunning;
  return (
    <>
      {showsPace ? (
        <Text as="span" size={12} quiet leading="snug" className={classes.line}>
          いつものペースで
        </Text>
      ) : null}
      <span>
        {showsPace ? null : (
          <Text as="span" size={14} className={classes.left}>
            {isRunning ? '残り' : '約'}
          </Text>
        )}
        <Amount value={String(minutes)} unit="分" size={44} />
      </span>
    </>
  );
}
