import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconDoorExit,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import type { Gym } from '@tanren/contract/gyms/gyms';
import { continueMyMembership, type Membership } from '@tanren/contract/memberships/memberships';
import type { ChangeRequestKind } from '@tanren/domain/memberships/membership-requests';
import { type ComponentType, type ReactNode, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { Note } from '#ui/layout.tsx';
import { MenuButton, MenuSection } from '#ui/lists/menu-section.tsx';
import type { ChangeDialogProps } from './change-dialog.tsx';
import { EndDialog, PauseDialog, PlanDialog, ResumeDialog } from './change-dialogs.tsx';
import { findPause, planChange } from './change-words.ts';
import { useMembershipCall } from './memberships.queries.ts';

const dialogs: Readonly<Record<ChangeRequestKind, ComponentType<ChangeDialogProps>>> = {
  plan: PlanDialog,
  pause: PauseDialog,
  resume: ResumeDialog,
  end: EndDialog,
};

interface MembershipActionsProps {
  readonly membership: Membership;
  readonly gym: Gym;
  readonly today: string;
  /**
   * Whether a request is being reviewed. The gym decides on one request at a time, while leaving
   * needs no decision.
   */
  readonly isWaiting: boolean;
}

/** Lists the changes that a member can request. They are equally important, so they are rows. */
export function MembershipActions(props: MembershipActionsProps) {
  const { membership, gym, today, isWaiting } = props;
  const [asked, setAsked] = useState<ChangeRequestKind | null>(null);
  const pause = findPause(membership, today);
  const ends = (membership.terms.at(-1)?.lastDay ?? null) !== null;
  const { decidedByStaff = [] } = membership;
  // In a gym that reviews requests, a member can request the end of a pause decided by staff.
  const isPauseKept = gym.joining === 'open' && decidedByStaff.includes('pause');
  const isEndKept = decidedByStaff.includes('end');
  const kept = [...(isPauseKept ? ['休会'] : []), ...(isEndKept ? ['退会'] : [])];
  /**
   * Returns whether the change would have an effect. After the last day of a membership none has.
   */
  const can = (kind: ChangeRequestKind) =>
    planChange(membership, { kind }, { today, noticeDay: gym.noticeDay }).terms !== null;
  const openDialog = (kind: ChangeRequestKind) => () => {
    setAsked(kind);
  };
  const rows: Readonly<Record<ChangeRequestKind | 'continue', ReactNode>> = {
    plan: can('plan') ? (
      <MenuButton
        key="plan"
        Icon={IconArrowsExchange}
        label="プランを変更する"
        onClick={openDialog('plan')}
      />
    ) : null,
    pause:
      pause === null && can('pause') ? (
        <MenuButton
          key="pause"
          Icon={IconPlayerPause}
          label="休会する"
          onClick={openDialog('pause')}
        />
      ) : null,
    resume:
      pause !== null && can('resume') && !isPauseKept ? (
        <MenuButton
          key="resume"
          Icon={IconPlayerPlay}
          label={pause === 'now' ? '再開する' : '休会を取りやめる'}
          onClick={openDialog('resume')}
        />
      ) : null,
    continue: ends && !isEndKept ? <ContinueButton key="continue" membership={membership} /> : null,
    end: ends ? null : (
      <MenuButton key="end" Icon={IconDoorExit} label="退会する" onClick={openDialog('end')} />
    ),
  };
  const offered = isWaiting ? [rows.continue, rows.end] : Object.values(rows);
  const shown = offered.filter((row) => row !== null);
  const dialog: ChangeDialogProps = {
    membership,
    gym,
    onDismiss: () => {
      setAsked(null);
    },
  };
  const Dialog = asked === null ? null : dialogs[asked];
  return (
    <>
      {shown.length === 0 ? null : <MenuSection heading="お手続き">{shown}</MenuSection>}
      {isWaiting ? (
        <Note>
          お申し込みの確認が済むまで、退会のほかのお手続きはできません。取り下げると、お手続きできます。
        </Note>
      ) : null}
      {kept.length === 0 || isWaiting ? null : (
        <Note>
          ジムの手続きによる{kept.join('・')}
          のため、アプリからは変更できません。変更をご希望のときは、ジムへお問い合わせください。
        </Note>
      )}
      {Dialog === null ? null : <Dialog {...dialog} />}
    </>
  );
}

/**
 * Withdraws the end of the membership without asking, because nothing is lost and the end can be
 * requested again.
 */
function ContinueButton({ membership: { membershipId } }: Pick<ChangeDialogProps, 'membership'>) {
  const { mutate, isPending } = useMembershipCall((id: number) =>
    callApi(continueMyMembership, { params: { membershipId: id } }),
  );
  return (
    <MenuButton
      Icon={IconArrowBackUp}
      label={isPending ? '退会を取りやめています…' : '退会を取りやめる'}
      busy={isPending}
      onClick={() => {
        if (isPending) return;
        mutate(membershipId, {
          onSuccess: () => {
            notifyDone('退会を取りやめました', 'これまでどおりご利用いただけます。');
          },
          onError: (error) => {
            notifyRejection('退会を取りやめられませんでした', error);
          },
        });
      }}
    />
  );
}
