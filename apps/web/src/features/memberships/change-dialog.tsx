import type { Gym } from '@tanren/contract/gyms/gyms';
import type { Membership } from '@tanren/contract/memberships/memberships';
import type { ReactNode } from 'react';
import { ReservationList } from '#entities/booking/reservation-list.tsx';
import { notifyDone } from '#lib/notifier.ts';
import { explainRejection } from '#lib/rejections.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { isMissing, LoadAgain } from '#ui/feedback/loading.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import type { ChangeRequest } from './change-words.ts';
import { noteField } from './membership-fields.ts';
import { NoteField } from './note-field.tsx';
import {
  type PlannedChange,
  useChangeRequest,
  useUncoveredReservations,
} from './use-change-request.ts';

export interface ChangeDialogProps {
  readonly membership: Membership;
  readonly gym: Gym;
  readonly onDismiss: () => void;
}

interface Props extends ChangeDialogProps {
  readonly title: string;
  readonly request: ChangeRequest;
  /** The membership as it would be after the change. */
  readonly planned: PlannedChange;
  /** Text that says from when on the change applies. */
  readonly lead: ReactNode;
  /** Name of the requested change, such as `退会`. */
  readonly what: string;
  /** Toast text for a change that takes effect at once. */
  readonly done: string;
  /** Fields above the note. */
  readonly children?: ReactNode;
}

/** Explains the change and the reservations that it cancels, and sends the request. */
export function ChangeDialog(props: Props) {
  const { membership, gym, request, planned, what, done, onDismiss } = props;
  const send = useChangeRequest(membership);
  const { form, errors, problem, busy } = useForm({
    fields: { note: noteField },
    submit: async ({ note }) => {
      const { requests } = await send({ ...request, note });
      const isPending = requests.some(
        (one) => one.membershipId === membership.membershipId && one.kind === request.kind,
      );
      onDismiss();
      if (isPending) {
        notifyDone(`${what}を申し込みました`, 'ジムの確認が済むと、メールでお知らせします。');
      } else {
        notifyDone(`${what}の手続きが完了しました`, done);
      }
    },
    explain: (error) => ({ text: explainRejection(error) }),
  });
  // The gym does not decide on an end.
  const isEnd = request.kind === 'end';
  return (
    <FormDialog
      title={props.title}
      lead={
        <>
          {props.lead}
          <UncoveredReservations membership={membership} planned={planned} />
          {gym.joining === 'approval' && !isEnd ? (
            <p>ジムで確認し、結果をメールでお知らせします。</p>
          ) : null}
        </>
      }
      form={form}
      problem={problem}
      busy={busy}
      confirm={isEnd ? '退会する' : `${what}を申し込む`}
      confirming={isEnd ? '手続きしています…' : '申し込んでいます…'}
      cancel={isEnd ? '退会しない' : '申し込まない'}
      Icon={null}
      onDismiss={onDismiss}
    >
      {props.children}
      <NoteField error={errors.note} />
    </FormDialog>
  );
}

interface UncoveredProps {
  readonly membership: Membership;
  readonly planned: PlannedChange;
}

/** Lists the reservations that the change would cancel. */
function UncoveredReservations({ membership, planned }: UncoveredProps) {
  const { lost, query } = useUncoveredReservations(membership, planned);
  if (isMissing(query)) return <LoadAgain what="キャンセルになる予約" query={query} />;
  if (lost === undefined) return <p>キャンセルになる予約を確認しています…</p>;
  if (lost.length === 0) return null;
  return (
    <>
      <p>
        <strong>この手続きで、次の予約{lost.length}件がキャンセルになります。</strong>
      </p>
      <ReservationList reservations={lost} />
    </>
  );
}
