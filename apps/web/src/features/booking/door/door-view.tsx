import { type Icon, IconCloudOff, IconLock, IconWifiOff } from '@tabler/icons-react';
import type { DoorCode as Code } from '@tanren/contract/booking/gym-door';
import { doorStepSeconds } from '@tanren/domain/booking/door';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RejectedVisit } from '#entities/memberships/membership-rejections.ts';
import { myMembershipsQuery, readJoining } from '#entities/memberships/memberships.queries.ts';
import { RejectionWays, useRejectionTexts } from '#entities/memberships/rejection-note.tsx';
import { formatGymClock, formatShortGymDate, gymDateOf } from '#lib/dates.ts';
import { Bar } from '#ui/charts/ring.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { useWakeLock } from '#ui/device.ts';
import { Box, look, Note, Row, Stack } from '#ui/layout.tsx';
import classes from './door.module.css';
import { type DoorView as View, useDoor } from './use-door.ts';

/** Shows how to get into the gym, on the page of that gym. */
export function DoorPanel({ gymId }: { readonly gymId: number }) {
  const view = useDoor(gymId);
  return (
    <Card heading="入館コード">
      <DoorView {...view} />
    </Card>
  );
}

interface DoorCodeProps {
  readonly code: Code;
  readonly until: string;
  readonly now: number;
}

/**
 * Time for which the screen stays on. It is long enough to walk to the door, but does not last for
 * a whole workout in a pocket.
 */
const awakeMs = 5 * 60_000;

export function DoorCode({ code: { passcode, validUntil }, until, now }: DoorCodeProps) {
  const [shownSince] = useState(now);
  useWakeLock(now - shownSince < awakeMs);
  const stepMs = doorStepSeconds * 1000;
  // The page's clock may lag a little behind the clock that chose the code.
  const leftMs = Math.min(stepMs, Math.max(0, Date.parse(validUntil) - now));
  return (
    <Stack gap={8} above={8}>
      <Note>入口のキーパッドに入力してください。</Note>
      <Digits passcode={passcode} />
      <Row gap={12} align="center">
        {/* The key makes a new code start with a full bar at once, instead of animating the bar
            backwards. */}
        <Bar key={passcode} fill={leftMs / stepMs} steady />
        <span className={classes.seconds} role="timer">
          あと{Math.ceil(leftMs / 1000)}秒
        </span>
      </Row>
      <Note>予約の終了（{formatGymClock(until)}）まで表示されます。</Note>
    </Stack>
  );
}

/**
 * Shows the code in two halves. Screen readers read it digit by digit, and again only when it
 * changes.
 */
function Digits({ passcode }: { readonly passcode: string }) {
  const half = passcode.length / 2;
  return (
    <Box
      as="output"
      block
      centered
      className={classes.digits}
      aria-label="入館コード"
      aria-live="polite"
    >
      <span aria-hidden className={classes.shown} data-long={passcode.length > 6 || undefined}>
        {passcode.slice(0, half)}
        <span className={classes.half}>{passcode.slice(half)}</span>
      </span>
      <span className={`visually-hidden ${classes.spoken}`}>{passcode.split('').join(' ')}</span>
    </Box>
  );
}

/** Tells the member to reserve, or to apply for a plan first if they have none. */
function NoReservation() {
  const { data: mine } = useQuery(myMembershipsQuery);
  return (
    <Shut>
      {readJoining(mine) === 'none'
        ? '予約と入館にはプランが必要です。'
        : 'このジムの予約がありません。予約すると、開始15分前に入館コードが表示されます。'}
    </Shut>
  );
}

/** Shows the door code, or the reason why there is none. */
export function DoorView({ gymId, state, isCutOff, now, retry, show, isShowing }: View) {
  if (state === null || state.kind === 'ask_again') {
    return isCutOff ? <CutOff retry={retry} /> : <Skeleton height={96} />;
  }
  if (state.kind === 'no_reservation') {
    return <NoReservation />;
  }
  if (state.kind === 'refused') {
    const date = toGymDay(new Date(now));
    return <Refused refusal={state.refusal} gymId={gymId} date={date} />;
  }
  if (state.kind === 'too_early') {
    return <Shut>入館コードは{nameMoment(state.from, now)}（開始15分前）に表示されます。</Shut>;
  }
  if (state.kind === 'changeable') {
    return (
      <>
        <Shut>
          コードを表示すると、この予約は変更・キャンセルできなくなります。表示しなければ、
          {nameMoment(state.until, now)}まで変更・キャンセルできます。
        </Shut>
        {/* The button is not the primary one: the primary action next to it starts a menu or
            makes another reservation. */}
        <PrimaryButton
          variant="default"
          aria-disabled={isShowing}
          aria-busy={isShowing}
          onClick={show}
        >
          入館コードを表示する
        </PrimaryButton>
      </>
    );
  }
  return (
    <>
      <DoorCode code={state.code} until={state.until} now={now} />
      {isCutOff ? (
        <Row as="p" gap={8} align="center" size={14} quiet above={8}>
          <IconWifiOff size={20} stroke={1.75} aria-hidden />
          {Date.parse(state.lastsUntil) < Date.parse(state.until)
            ? `オフラインでは${formatGymClock(state.lastsUntil)}まで使えます`
            : 'オフラインでも使えます'}
        </Row>
      ) : null}
    </>
  );
}

/**
 * Shows what the membership lacks for this visit, with links to what the member can do about it.
 */
function Refused(visit: RejectedVisit) {
  const { text, ways } = useRejectionTexts(visit);
  return (
    <>
      <Shut>入館できません。{text}</Shut>
      <RejectionWays ways={ways} />
    </>
  );
}

function CutOff({ retry }: { readonly retry: () => void }) {
  return (
    <>
      <Shut Icon={IconCloudOff}>
        通信できないため、コードを表示できません。電波の届く場所でお試しください。
      </Shut>
      <PlainButton onClick={retry}>もう一度試す</PlainButton>
    </>
  );
}

interface ShutProps {
  readonly Icon?: Icon;
  readonly children: ReactNode;
}

/** Says why there is no code. */
export function Shut({ Icon: Sign = IconLock, children }: ShutProps) {
  return (
    <Row as="p" gap={12} align="start" above={8} below={8}>
      <Sign size={24} stroke={1.75} aria-hidden className={look('above-2', 'quiet')} />
      <span>{children}</span>
    </Row>
  );
}

/** Formats an instant as `18:45` if it is today, otherwise with its date. */
export function nameMoment(instant: string, now: number): string {
  const day = gymDateOf(instant);
  const clock = formatGymClock(instant);
  return day === gymDateOf(new Date(now).toISOString())
    ? clock
    : `${formatShortGymDate(day)} ${clock}`;
}
