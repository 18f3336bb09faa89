import { IconCalendarX } from '@tabler/icons-react';
import { undoMs } from '@tanren/domain/booking/reservations';
import { useQuery } from '@tanstack/react-query';
import { formatMinutes } from '#entities/gyms/gym-words.ts';
import { changeVisits } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { gymQuery } from '#entities/gyms/gyms.queries.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import type { GymSlot } from './reservation-actions.ts';
import { describeVisitsLeft, formatSlot, slotKey } from './reservation-words.ts';
import type { Question, ReservationActions } from './use-reservation-actions.ts';
import { Unbroken } from '#ui/unbroken.tsx';

/** Asks for confirmation where the toast cannot undo the action, or only for a moment. */
export function QuestionDialog({ slot, about, busy, confirm, dismiss }: Question) {
  const answers = { busy, onConfirm: confirm, onDismiss: dismiss };
  if (about.kind === 'cancel') {
    return (
      <ConfirmDialog
        title="予約をキャンセルしますか"
        keep="キャンセルしない"
        Icon={IconCalendarX}
        confirm="キャンセルする"
        confirming="キャンセル中…"
        {...answers}
      >
        <WhenAndWhere slot={slot} />
        <p>
          この時間は{about.waiting}
          人がキャンセル待ちをしています。キャンセルすると、空いた枠はすぐ次の方に案内され、元に戻せません。
        </p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      title="この時間を予約しますか"
      keep="予約しない"
      Icon={null}
      confirm="予約する"
      confirming="予約中…"
      {...answers}
    >
      <WhenAndWhere slot={slot} />
      <p>
        キャンセルの期限（開始の{formatMinutes(about.deadlineMinutes)}
        前）を過ぎています。予約してから{undoMs / 60_000}
        分を過ぎると、変更もキャンセルもできません。
      </p>
      <LeftAfter slot={slot} />
    </ConfirmDialog>
  );
}

function WhenAndWhere({ slot }: Pick<Question, 'slot'>) {
  const { data: gym } = useQuery(gymQuery(slot.gymId));
  return (
    <p>
      <Unbroken text={formatSlot(slot)} />
      {gym === undefined ? null : (
        <>
          <br />
          {gym.name}
        </>
      )}
    </p>
  );
}

/** Shows how many visits the month has left after this reservation, if the plan limits them. */
function LeftAfter({ slot }: Pick<Question, 'slot'>) {
  const { data: mine } = useQuery(myMembershipsQuery);
  const [left] = describeVisitsLeft(mine && changeVisits(mine, slot, 1), slot);
  return left === undefined ? null : <p>予約すると、{left}になります。</p>;
}

interface LeaveDialogProps {
  readonly gymSlot: GymSlot;
  readonly waitId: number;
  readonly offered: boolean;
  readonly actions: ReservationActions;
  readonly onDone: () => void;
}

/** Asks first, because a member who leaves the waiting list loses their position in it. */
export function LeaveDialog({ gymSlot, waitId, offered, actions, onDone }: LeaveDialogProps) {
  const { gymId, startsAt } = gymSlot;
  return (
    <ConfirmDialog
      title={offered ? 'この空きを見送りますか' : 'キャンセル待ちをやめますか'}
      keep={offered ? '見送らない' : 'やめない'}
      confirm={offered ? '見送る' : 'キャンセル待ちをやめる'}
      Icon={IconCalendarX}
      busy={actions.isRunning(slotKey(gymId, startsAt))}
      onConfirm={() => void actions.leaveWaitList(gymSlot, waitId, offered).then(onDone)}
      onDismiss={onDone}
    >
      <WhenAndWhere slot={gymSlot} />
      <p>
        {offered
          ? '空きは次にお待ちの方へ案内され、キャンセル待ちも終わります。'
          : 'もう一度登録すると、順番は最後になります。'}
      </p>
    </ConfirmDialog>
  );
}
