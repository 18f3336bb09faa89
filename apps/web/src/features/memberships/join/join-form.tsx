import type { Gym, SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { UserInfo } from '@tanren/contract/members/userinfo';
import type { Membership } from '@tanren/contract/memberships/memberships';
import { addDays, isGymDay, toGymDay } from '@tanren/domain/gyms/gym-time';
import { joinableDays } from '@tanren/domain/memberships/membership-changes';
import { monthOf } from '@tanren/domain/memberships/memberships';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMonth, perWords } from '#entities/memberships/contract-words.ts';
import { PlanWords } from '#entities/memberships/plan-list.tsx';
import { formatGymDate } from '#lib/dates.ts';
import { formatYen } from '#lib/number-format.ts';
import { explainRejection } from '#lib/rejections.ts';
import { serverNow } from '#lib/server-time.ts';
import { DateParts } from '#ui/forms/date-parts.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { readForm, useForm } from '#ui/forms/use-form.ts';
import { look, Note, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { isMinor, toGuardian } from '#features/memberships/guardian-fields.ts';
import { GuardianInputs } from '#features/memberships/guardian-inputs.tsx';
import type { Application } from './join-confirmation.tsx';
import { joinFields } from '#features/memberships/membership-fields.ts';
import classes from '#features/memberships/memberships.module.css';
import { NoteField } from '#features/memberships/note-field.tsx';

interface JoinFormProps {
  readonly gym: Gym;
  readonly plan: SubscriptionPlan;
  /** Earlier membership, whose names are filled in. */
  readonly earlier: Membership | undefined;
  /** Address that the member continues to after the application. */
  readonly next: string | undefined;
  /** Called with the checked input, to show the final confirmation. */
  readonly onChecked: (application: Application) => Promise<void>;
}

/** Shows the price of one plan, and asks for the start day and the name. */
export function JoinForm({ gym, plan, earlier, next, onChecked }: JoinFormProps) {
  const [today] = useState(() => toGymDay(new Date(serverNow())));
  const [fromDay, setFromDay] = useState(today);
  const fields = joinFields(today, gym.minimumAge);
  const known = useKnownBirthDate();
  const [birthDate, setBirthDate] = useState(known);
  const { form, errors, problem, busy } = useForm({
    fields,
    submit: async ({ fromDay: first, name, nameKana, birthDate: born, note, ...others }) => {
      const guardian = isMinor(born, today) ? { guardian: toGuardian(others) } : {};
      const person = { name, nameKana, birthDate: born, ...guardian };
      await onChecked({ planId: plan.id, fromDay: first, ...person, note });
    },
    explain: (error) => ({ text: explainRejection(error) }),
  });
  return (
    <Stack
      as="form"
      gap={8}
      className={classes.join}
      {...form}
      onInput={(event) => {
        setBirthDate(readForm(fields, event.currentTarget).birthDate);
        form.onInput(event);
      }}
    >
      <Card heading="お申し込みのプラン">
        <Stack justify="start" className={classes.chosenPlan}>
          <PlanWords plan={plan} />
          <Link
            to="/gyms/$gymId/join"
            params={{ gymId: gym.id }}
            search={next === undefined ? {} : { next }}
            className={look('tap', 'size-14')}
          >
            別のプランを選ぶ
          </Link>
        </Stack>
      </Card>
      <TextField
        name="fromDay"
        type="date"
        label="利用開始日"
        min={today}
        max={addDays(today, joinableDays)}
        defaultValue={today}
        error={errors.fromDay}
        onChange={(event) => {
          setFromDay(event.target.value);
        }}
      />
      <TextField
        name="name"
        label="氏名"
        autoComplete="name"
        defaultValue={earlier?.name}
        error={errors.name}
        hint="本人確認書類のとおりに入力してください。"
      />
      <TextField
        name="nameKana"
        label="フリガナ（任意）"
        autoComplete="off"
        defaultValue={earlier?.nameKana}
        error={errors.nameKana}
        hint="例：ヤマダ ハナコ"
      />
      <DateParts
        name="birthDate"
        label="生年月日"
        error={errors.birthDate}
        initial={known}
        autoComplete="bday"
      />
      {isMinor(birthDate, today) ? (
        <>
          <Note>
            18歳未満の方の入会には、保護者の同意が必要です。保護者にメールをお送りし、同意をいただくまで契約は成立しません。
          </Note>
          <GuardianInputs errors={errors} />
        </>
      ) : null}
      <NoteField error={errors.note} />
      <Text as="ul" below={8} className={classes.bullets}>
        <li>
          {`料金は${formatYen(plan.price)}/${perWords[plan.per]}（税込）です。お支払いはジムで承ります。`}
        </li>
        <FirstMonth plan={plan} fromDay={fromDay} />
        <li>
          {isMinor(birthDate, today)
            ? '保護者の同意をいただいてから、ご利用いただけます。'
            : describeStart(gym, fromDay, today)}
        </li>
        <li>プランの変更・休会・退会は、マイページの「会員契約」から申し込めます。</li>
      </Text>
      <FormError text={problem} />
      <SubmitButton busy={busy}>{busy ? '読み込んでいます…' : '確認画面へ進む'}</SubmitButton>
    </Stack>
  );
}

/** Returns the date of birth in the profile. Empty without one. */
function useKnownBirthDate(): string {
  const queryClient = useQueryClient();
  return useState(() => {
    const [known] = queryClient.getQueriesData<UserInfo | null>({ queryKey: ['userinfo'] });
    return known?.[1]?.birthDate ?? '';
  })[0];
}

interface FirstMonthProps {
  readonly plan: SubscriptionPlan;
  readonly fromDay: string;
}

/**
 * Explains the fee of an incomplete first month. The plan has no price for it, so the gym decides,
 * and the application charges nothing.
 */
function FirstMonth({ plan, fromDay }: FirstMonthProps) {
  if (plan.per !== 'month' || !isGymDay(fromDay) || fromDay.endsWith('-01')) return null;
  const month = formatMonth(monthOf(fromDay));
  return (
    <li>
      {`${month}は途中からのご利用です。${month}分の料金が全額か日割りかはジムが決めるため、お支払いの際に受付でご確認ください。このお申し込みで料金が引き落とされることはありません。`}
    </li>
  );
}

/** Describes whether the membership can be used at once or waits for approval by staff. */
function describeStart({ joining }: Gym, fromDay: string, today: string): string {
  if (joining === 'approval') {
    return 'ジムで確認します。本人確認書類を受付でお見せください。確認が済むと、メールでお知らせします。';
  }
  if (fromDay <= today) return '申し込むと、すぐに利用できます。';
  return `申し込むと、${formatGymDate(fromDay)}から利用できます。`;
}
