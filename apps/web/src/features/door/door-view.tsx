import { IconCloudOff, IconLock, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatGymClock, formatShortGymDate, gymDayOf } from '#lib/dates.ts';
import { PlainButton } from '#ui/plain-button.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DoorCode } from './door-code.tsx';
import type { DoorView as View } from './use-door.ts';
import classes from './door-view.module.css';

/** The code, or why there is none. */
export function DoorView({ state, isCutOff, now, askAgain, show }: View) {
  if (state === null || state.kind === 'ask_again') {
    return isCutOff ? <CutOff askAgain={askAgain} /> : <Skeleton height={96} />;
  }
  if (state.kind === 'no_reservation') {
    return (
      <Shut>このジムの予約がありません。予約すると、開始15分前からコードが表示されます。</Shut>
    );
  }
  if (state.kind === 'too_early') {
    return <Shut>予約の15分前（{nameMoment(state.from, now)}）から表示されます。</Shut>;
  }
  if (state.kind === 'changeable') {
    return (
      <>
        <Shut>
          コードを表示すると、この予約は変更・キャンセルできなくなります。表示しなければ、
          {nameMoment(state.until, now)}まで変更・キャンセルできます。
        </Shut>
        <PrimaryButton onClick={show}>解錠コードを表示する</PrimaryButton>
      </>
    );
  }
  return (
    <>
      <DoorCode code={state.code} until={state.until} now={now} />
      {isCutOff ? (
        <p className={classes.offline}>
          <IconWifiOff size={20} stroke={1.75} aria-hidden />
          {Date.parse(state.lastsUntil) < Date.parse(state.until)
            ? `オフラインでは${formatGymClock(state.lastsUntil)}まで使えます`
            : 'オフラインでも使えます'}
        </p>
      ) : null}
    </>
  );
}

/** `18:45` today, else with its day. */
export function nameMoment(instant: string, now: number): string {
  const day = gymDayOf(instant);
  const clock = formatGymClock(instant);
  return day === gymDayOf(new Date(now).toISOString())
    ? clock
    : `${formatShortGymDate(day)} ${clock}`;
}

function Shut({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.shut}>
      <IconLock size={24} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

function CutOff({ askAgain }: { readonly askAgain: () => void }) {
  return (
    <>
      <p className={classes.shut}>
        <IconCloudOff size={24} stroke={1.75} aria-hidden />
        <span>通信できないため、コードを表示できません。電波の届く場所でお試しください。</span>
      </p>
      <PlainButton onClick={askAgain}>もう一度試す</PlainButton>
    </>
  );
}
