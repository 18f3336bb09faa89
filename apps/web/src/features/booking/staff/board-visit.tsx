import {
  IconArrowBackUp,
  IconBarbell,
  IconCheck,
  IconNote,
  IconUserOff,
} from '@tabler/icons-react';
import type { BoardVisit } from '@tanren/contract/booking/staff-board';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { Link } from '@tanstack/react-router';
import { formatGymClock } from '#lib/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { look, Row, Text } from '#ui/layout.tsx';
import { useFingerShield } from '#ui/tap-shield.ts';
import { departedName, entryWays } from './board-state.ts';
import { type CheckedPerson, HealthMark } from './health-mark.tsx';
import classes from './staff-board.module.css';

export interface VisitActions {
  readonly setEntered: (visit: BoardVisit, entered: boolean) => void;
  readonly editNote: (visit: BoardVisit) => void;
  readonly showHealth: (person: CheckedPerson) => void;
}

interface BoardVisitRowProps extends VisitActions {
  readonly visit: BoardVisit;
  /** `false` on a future day, when no visit can have begun. */
  readonly canEnter: boolean;
}

/** Shows one visit: a row with columns on a desktop, and two or three lines on a phone. */
export function BoardVisitRow({ visit, canEnter, setEntered, ...props }: BoardVisitRowProps) {
  const { editNote, showHealth } = props;
  const { name, membershipNumber, planName, firstVisit, noShow, onMachine, note } = visit;
  const { walkIn, unpaid = false } = visit;
  const person = addHonorific(name);
  useFingerShield(visit.enteredAt !== null);
  return (
    <li className={classes.visit} data-entered={visit.enteredAt !== null || undefined}>
      <div className={classes.entry}>
        <Entry visit={visit} canEnter={canEnter} setEntered={setEntered} />
      </div>
      <Row gap={8} rowGap={0} align="center" wrap shrinks className={classes.person}>
        <PersonLink person={visit} />
        {walkIn ? <Badge>予約なし</Badge> : null}
        {firstVisit ? <Badge>初回</Badge> : null}
        <HealthMark person={visit} onOpen={showHealth} />
        {unpaid ? <Badge>未払い</Badge> : null}
        {noShow ? (
          <Badge tone="quiet">
            <IconUserOff size={14} stroke={2} aria-hidden />
            来館なし
          </Badge>
        ) : null}
      </Row>
      <Row gap={12} rowGap={0} wrap size={14} quiet leading="snug" className={classes.contract}>
        <span className={classes.number}>{membershipNumber ?? '会員契約なし'}</span>
        <span className={classes.plan}>{planName}</span>
      </Row>
      <Row as="span" gap={4} align="center" size={14} className={classes.machine}>
        {onMachine === null ? null : (
          <>
            <IconBarbell size={16} stroke={1.75} aria-hidden />
            {onMachine}
          </>
        )}
      </Row>
      <Text as="span" size={14} leading="snug" lines className={classes.note}>
        {note}
      </Text>
      <Row justify="end" quiet className={classes.acts}>
        {visit.enteredBy === 'staff' ? (
          <PlainButton
            aria-label={walkIn ? `${person}の受付を元に戻す` : `${person}の来館を元に戻す`}
            onClick={() => {
              setEntered(visit, false);
            }}
          >
            <IconArrowBackUp size={20} stroke={1.75} aria-hidden />
          </PlainButton>
        ) : null}
        <PlainButton
          aria-label={`${person}のメモを書く`}
          onClick={() => {
            editNote(visit);
          }}
        >
          <IconNote size={20} stroke={1.75} aria-hidden />
        </PlainButton>
      </Row>
    </li>
  );
}

/** Shows a member who deleted their account while inside. The desk sees only the entry time. */
export function DepartedRow({ enteredAt }: { readonly enteredAt: string }) {
  return (
    <li className={classes.visit} data-entered>
      <div className={classes.entry}>
        <Came enteredAt={enteredAt} />
      </div>
      <Row gap={8} rowGap={0} align="center" wrap shrinks className={classes.person}>
        <Text as="span" quiet className={classes.departed}>
          {departedName}
        </Text>
      </Row>
    </li>
  );
}

interface CameProps {
  readonly enteredAt: string;
  readonly enteredBy?: BoardVisit['enteredBy'];
}

function Came({ enteredAt, enteredBy = null }: CameProps) {
  return (
    <Row
      as="span"
      gap={4}
      rowGap={0}
      align="baseline"
      wrap
      tall={44}
      middle
      weight={700}
      leading="tight"
      className={classes.came}
    >
      <IconCheck size={20} stroke={2.5} aria-hidden />
      <span className="visually-hidden">来館 </span>
      <time dateTime={enteredAt}>{formatGymClock(enteredAt)}</time>
      {enteredBy === null ? null : <small>{entryWays[enteredBy]}</small>}
    </Row>
  );
}

function Entry({
  visit,
  canEnter,
  setEntered,
}: Pick<BoardVisitRowProps, 'visit' | 'canEnter' | 'setEntered'>) {
  const { name, enteredAt, enteredBy } = visit;
  if (enteredAt !== null) return <Came enteredAt={enteredAt} enteredBy={enteredBy} />;
  if (!canEnter) return null;
  return (
    <button
      type="button"
      className={`${look('full', 'tall-44', 'framed', 'weight-600')} ${classes.tick}`}
      aria-label={`来館を記録する（${addHonorific(name)}）`}
      onClick={() => {
        setEntered(visit, true);
      }}
    >
      来館
    </button>
  );
}

interface PersonLinkProps {
  readonly person: Pick<BoardVisit, 'name' | 'nameKana' | 'nickname' | 'member' | 'membershipId'>;
}

const link = `${look(
  'row',
  'inline',
  'tall-44',
  'wrap',
  'align-baseline',
  'middle',
  'gap-8',
  'rowGap-0',
  'leading-tight',
  'bare',
)} ${classes.personLink}`;

/**
 * Links to the person. Preloading is off, because the server logs each view of a person and a
 * passing pointer is not a view.
 */
export function PersonLink({ person }: PersonLinkProps) {
  const { name, nameKana, nickname, member, membershipId } = person;
  const words = (
    <>
      <strong className={classes.name}>{name}</strong>
      {nameKana === undefined ? null : <small>{nameKana}</small>}
      {nickname === '' || nickname === name ? null : <small>{nickname}</small>}
    </>
  );
  return membershipId === null ? (
    <Link to="/staff/members/$member" params={{ member }} preload={false} className={link}>
      {words}
    </Link>
  ) : (
    <Link
      to="/staff/memberships/$membershipId"
      params={{ membershipId }}
      preload={false}
      className={link}
    >
      {words}
    </Link>
  );
}
