import { IconChevronRight } from '@tabler/icons-react';
import type { SubscriptionPlan } from '@tanren/contract/gyms';
import { addDays, toGymDay } from '@tanren/domain/gym-time';
import {
  changePlan,
  endMembership,
  firstDayOfChange,
  pauseMembership,
  resumeMembership,
} from '@tanren/domain/memberships';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { plansQuery } from '#entities/gyms/gyms.queries.ts';
import { findShownTerm, toTerms } from '#entities/memberships/membership-rights.ts';
import { describeDays } from '#entities/memberships/membership-words.ts';
import { PlanList, planTarget, PlanWords } from '#entities/memberships/plan-list.tsx';
import { formatGymDate } from '#lib/dates.ts';
import { serverNow } from '#lib/server-time.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Modal } from '#ui/dialogs/dialogs.tsx';
import { isMissing, LoadAgain, Skeleton } from '#ui/feedback/loading.tsx';
import { ToggleChoice } from '#ui/forms/choice-fields.tsx';
import { ChangeDialog, type ChangeDialogProps } from './change-dialog.tsx';
import { describeNotice, findLastDayOfPause, findPause } from './change-words.ts';

/** Decided as the dialog opens: at midnight its sentences stay as they were read. */
function useToday(): string {
  return useState(() => toGymDay(new Date(serverNow())))[0];
}

export function EndDialog(props: ChangeDialogProps) {
  const { membership, gym } = props;
  const lastDay = addDays(firstDayOfChange(useToday(), gym.noticeDay), -1);
  const last = formatGymDate(lastDay);
  return (
    <ChangeDialog
      {...props}
      title="退会しますか"
      what="退会"
      request={{ kind: 'end' }}
      planned={{ terms: endMembership(toTerms(membership), lastDay) }}
      lead={
        <>
          <p>{describeNotice('end', gym.noticeDay)}</p>
          <p>
            今日のお手続きでは、<strong>{last}で退会</strong>
            となります。それまでは、これまでどおりご利用いただけます。
          </p>
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
  const { membership, gym } = props;
  const fromDay = firstDayOfChange(useToday(), gym.noticeDay);
  const [chosen, setChosen] = useState<(typeof pauses)[number]['id']>('1');
  const months = chosen === '' ? null : Number(chosen);
  const days = { fromDay, lastDay: findLastDayOfPause(fromDay, months) };
  return (
    <ChangeDialog
      {...props}
      title="休会しますか"
      what="休会"
      request={{ kind: 'pause', ...(months === null ? {} : { months }) }}
      planned={{ terms: pauseMembership(toTerms(membership), days) }}
      lead={
        <>
          <p>{describeNotice('pause', gym.noticeDay)}</p>
          <p>
            今日のお手続きでは、<strong>{describeDays(days)}</strong>
            {days.lastDay === null ? '' : 'が'}休会になります。その間は、予約と入館ができません。
          </p>
        </>
      }
      done={`${describeDays(days)}${days.lastDay === null ? '' : 'が'}休会になります。`}
    >
      <ToggleChoice label="期間" choices={pauses} chosen={chosen} onChoose={setChosen} />
    </ChangeDialog>
  );
}

/** Ends a pause, or takes one back that has not come yet. */
export function ResumeDialog(props: ChangeDialogProps) {
  const { membership } = props;
  const today = useToday();
  const fromDay = addDays(today, 1);
  const isPaused = findPause(membership, today) === 'now';
  return (
    <ChangeDialog
      {...props}
      title={isPaused ? '再開しますか' : '休会を取りやめますか'}
      what="再開"
      request={{ kind: 'resume' }}
      planned={{ terms: resumeMembership(toTerms(membership), fromDay) }}
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

/** First the plan, each row a target; then what follows from it. */
export function PlanDialog(props: ChangeDialogProps) {
  const { membership, gym } = props;
  const today = useToday();
  const [plan, setPlan] = useState<SubscriptionPlan | null>(null);
  if (plan === null) return <PlanChoice {...props} today={today} onChoose={setPlan} />;
  const fromDay = firstDayOfChange(today, gym.noticeDay);
  return (
    <ChangeDialog
      {...props}
      title={`「${plan.name}」に変更しますか`}
      what="プラン変更"
      request={{ kind: 'plan', planId: plan.id }}
      planned={{ terms: changePlan(toTerms(membership), { planId: plan.id, fromDay }), plan }}
      lead={
        <>
          <PlanWords plan={plan} />
          <p>{describeNotice('plan', gym.noticeDay)}</p>
          <p>
            今日のお手続きでは、<strong>{formatGymDate(fromDay)}から</strong>変わります。
          </p>
        </>
      }
      done={`${formatGymDate(fromDay)}から「${plan.name}」に変わります。`}
    />
  );
}

interface PlanChoiceProps extends ChangeDialogProps {
  readonly today: string;
  readonly onChoose: (plan: SubscriptionPlan) => void;
}

function PlanChoice({ membership, gym, today, onChoose, onDismiss }: PlanChoiceProps) {
  const query = useQuery({ ...plansQuery(gym.id), meta: { errorShownByPage: true } });
  const current = findShownTerm(membership, today)?.plan.id;
  const others = query.data?.filter(({ id, offered }) => offered && id !== current);
  return (
    <Modal kind="sheet" title="変更するプランを選ぶ" onDismiss={onDismiss}>
      {isMissing(query) ? <LoadAgain what="プラン" query={query} /> : null}
      {query.isPending && !isMissing(query) ? <Skeleton height={160} /> : null}
      {others?.length === 0 ? (
        <p>ほかに申し込めるプランはありません。店舗へお問い合わせください。</p>
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
