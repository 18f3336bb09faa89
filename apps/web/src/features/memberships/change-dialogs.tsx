import { IconChevronRight } from '@tabler/icons-react';
import type { SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import { addDays, toGymDay } from '@tanren/domain/gyms/gym-time';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plansQuery } from '#entities/gyms/gyms.queries.ts';
import { describeDays } from '#entities/memberships/membership-words.ts';
import { PlanList, planTarget, PlanWords } from '#entities/memberships/plan-list.tsx';
import { formatGymDate } from '#lib/dates.ts';
import { serverNow } from '#lib/server-time.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Modal } from '#ui/dialogs/dialogs.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { ChangeDialog, type ChangeDialogProps } from './change-dialog.tsx';
import { type ChangeRequest, describeNotice, findPause, planChange } from './change-words.ts';
import { FeesUntilEnd } from './fees-until-end.tsx';

/** Returns the gym day on which the dialog was opened. Its texts do not change at midnight. */
function useToday(): string {
  return useState(() => toGymDay(new Date(serverNow())))[0];
}

/** Returns the result of the request if it were decided today. */
function usePlanned({ membership, gym }: ChangeDialogProps, request: ChangeRequest) {
  return planChange(membership, request, { today: useToday(), noticeDay: gym.noticeDay });
}

const end = { kind: 'end' } as const;

/** Explains the end: its last day, what is still charged, and the reservations that it cancels. */
export function EndDialog(props: ChangeDialogProps) {
  const { gym, membership } = props;
  const today = useToday();
  const planned = usePlanned(props, end);
  const last = formatGymDate(addDays(planned.fromDay, -1));
  return (
    <ChangeDialog
      {...props}
      title="退会しますか"
      what="退会"
      request={end}
      planned={planned}
      lead={
        <>
          <p>{describeNotice('end', gym.noticeDay)}</p>
          <p>
            今日お手続きすると、<strong>{last}で退会</strong>
            となります。それまでは、これまでどおりご利用いただけます。
          </p>
          <FeesUntilEnd
            terms={planned.terms ?? []}
            plans={membership.terms.map(({ plan }) => plan)}
            today={today}
          />
          <p>お手続きが済むと、確認のメールをお送りします。</p>
        </>
      }
      done={`${last}で退会となります。`}
    />
  );
}

const pauses = [
  { id: '1', label: '1か月' },
  { id: '2', label: '2か月' },
  { id: '3', label: '3か月' },
  { id: '', label: '再開するまで' },
] as const;

export function PauseDialog(props: ChangeDialogProps) {
  const { gym } = props;
  const [chosen, setChosen] = useState<(typeof pauses)[number]['id']>('1');
  const request = {
    kind: 'pause' as const,
    ...(chosen === '' ? {} : { months: Number(chosen) }),
  };
  const days = usePlanned(props, request);
  return (
    <ChangeDialog
      {...props}
      title="休会しますか"
      what="休会"
      request={request}
      planned={days}
      lead={
        <>
          <p>{describeNotice('pause', gym.noticeDay)}</p>
          <p>
            今日お手続きすると、<strong>{describeDays(days)}</strong>
            {days.lastDay === null ? '' : 'は'}休会になります。その間は、予約と入館ができません。
          </p>
        </>
      }
      done={`${describeDays(days)}${days.lastDay === null ? '' : 'は'}休会になります。`}
    >
      <ToggleChoice label="期間" choices={pauses} chosen={chosen} onChoose={setChosen} />
    </ChangeDialog>
  );
}

const resume = { kind: 'resume' } as const;

/** Ends a pause, or cancels one that has not begun. */
export function ResumeDialog(props: ChangeDialogProps) {
  const planned = usePlanned(props, resume);
  const { fromDay } = planned;
  const isPaused = findPause(props.membership, useToday()) === 'now';
  return (
    <ChangeDialog
      {...props}
      title={isPaused ? '再開しますか' : '休会を取りやめますか'}
      what={isPaused ? '再開' : '休会の取りやめ'}
      request={resume}
      planned={planned}
      lead={
        <p>
          {isPaused
            ? `明日（${formatGymDate(fromDay)}）から、予約と入館ができるようになります。`
            : '休会せずに、これまでどおりご利用いただけます。'}
        </p>
      }
      done={isPaused ? `${formatGymDate(fromDay)}から利用できます。` : '休会を取りやめました。'}
    />
  );
}

/** Lets the member choose a plan and then shows the result of the change. */
export function PlanDialog(props: ChangeDialogProps) {
  const [plan, setPlan] = useState<SubscriptionPlan | null>(null);
  if (plan === null) return <PlanChoice {...props} onChoose={setPlan} />;
  return <ChosenPlanDialog {...props} plan={plan} />;
}

interface ChosenPlanProps extends ChangeDialogProps {
  readonly plan: SubscriptionPlan;
}

function ChosenPlanDialog({ plan, ...props }: ChosenPlanProps) {
  const request = { kind: 'plan' as const, planId: plan.id };
  const planned = usePlanned(props, request);
  const from = formatGymDate(planned.fromDay);
  return (
    <ChangeDialog
      {...props}
      title={`「${plan.name}」に変更しますか`}
      what="プラン変更"
      request={request}
      planned={{ ...planned, plan }}
      lead={
        <>
          <PlanWords plan={plan} />
          <p>{describeNotice('plan', props.gym.noticeDay)}</p>
          <p>
            今日お手続きすると、<strong>{from}から</strong>変わります。
          </p>
        </>
      }
      done={`${from}から「${plan.name}」に変わります。`}
    />
  );
}

interface PlanChoiceProps extends ChangeDialogProps {
  readonly onChoose: (plan: SubscriptionPlan) => void;
}

function PlanChoice({ membership, gym, onChoose, onDismiss }: PlanChoiceProps) {
  const query = useQuery({ ...plansQuery(gym.id), meta: { errorShownByPage: true } });
  // Today's plan can be chosen again if a change to another plan is already planned.
  const last = membership.terms.at(-1)?.plan.id;
  const others = query.data?.filter(({ id, offered }) => offered && id !== last);
  return (
    <Modal title="変更するプランを選ぶ" onDismiss={onDismiss}>
      {isMissing(query) ? <LoadAgain what="プラン" query={query} /> : null}
      {query.isPending && !isMissing(query) ? <Skeleton height={160} /> : null}
      {others?.length === 0 ? (
        <p>ほかに申し込めるプランはありません。ジムへお問い合わせください。</p>
      ) : null}
      {others === undefined || others.length === 0 ? null : (
        <PlanList
          plans={others}
          renderAction={(plan) => (
            <button
              type="button"
              className={planTarget}
              aria-label={`「${plan.name}」に変更する`}
              onClick={() => {
                onChoose(plan);
              }}
            >
              変更する
              <IconChevronRight size={20} stroke={1.75} aria-hidden />
            </button>
          )}
        />
      )}
      <PrimaryButton variant="default" onClick={onDismiss}>
        やめる
      </PrimaryButton>
    </Modal>
  );
}
