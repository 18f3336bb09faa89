import type { EndpointInput } from '@tanren/contract/endpoint';
import type { Gym } from '@tanren/contract/gyms/gyms';
import {
  getJoinConfirmation,
  type JoinConfirmation as Confirmation,
} from '@tanren/contract/memberships/membership-confirmations';
import { joinGym, type MyMemberships } from '@tanren/contract/memberships/memberships';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ConfirmationSections } from '#entities/memberships/confirmation-sections.tsx';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/errors.ts';
import { requireNetwork } from '#lib/offline/network.ts';
import { explainRejection, problemText } from '#lib/rejections.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Box, look, Stack } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';
import { useMembershipCall } from '#features/memberships/memberships.queries.ts';
import classes from '#features/memberships/memberships.module.css';

type Body = EndpointInput<typeof joinGym>['body'];
/** What the member typed, checked. */
export type Application = Omit<Body, 'draftId' | 'confirmation'>;

/** An application with the final confirmation that the member sees. */
export interface Review {
  readonly application: Application;
  readonly seen: Confirmation;
  /** Confirmation that the member saw before its content changed. */
  readonly before?: Confirmation;
}

/** Reads what the member must see before applying. */
export async function readConfirmation(
  gymId: number,
  { planId, fromDay, guardian }: Application,
): Promise<Confirmation> {
  requireNetwork('お申し込み');
  return await callApi(getJoinConfirmation, {
    params: { gymId },
    querystring: { planId, fromDay, isMinor: guardian !== undefined },
  });
}

function isConfirmationChanged(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'confirmation_changed';
}

interface JoinConfirmationProps {
  readonly gym: Gym;
  readonly review: Review;
  readonly draftIdOf: (application: Application) => string;
  /** Called with the new content when it changed after the member had seen it. */
  readonly onChanged: (review: Review) => void;
  readonly onBack: () => void;
  readonly onJoined: (mine: MyMemberships) => Promise<void>;
}

/** Shows everything that the contract contains, and applies for it. */
export function JoinConfirmation(props: JoinConfirmationProps) {
  const { gym, review, draftIdOf, onChanged, onBack, onJoined } = props;
  const { application, seen, before } = review;
  const { mutateAsync } = useMembershipCall((body: Body) => {
    requireNetwork('お申し込み');
    return callApi(joinGym, { params: { gymId: gym.id }, body });
  });
  const { form, problem, busy } = useForm<never>({
    fields: {},
    submit: async () => {
      const draftId = draftIdOf(application);
      try {
        const mine = await mutateAsync({ draftId, ...application, confirmation: seen.digest });
        await onJoined(mine);
      } catch (error) {
        if (!isConfirmationChanged(error)) throw error;
        const latest = await readConfirmation(gym.id, application);
        onChanged({ application, seen: latest, before: seen });
      }
    },
    explain: (error) => ({ text: explainRejection(error) }),
  });
  return (
    <Stack gap={16} className={classes.join}>
      <ChangeAlert key={seen.digest} isShown={before !== undefined} />
      <Card heading="お申し込みの方">
        <FactList facts={listTyped(application)} />
      </Card>
      <ConfirmationSections sections={seen.sections} before={before?.sections} />
      <p>
        {/* The page of the notice would lose the input. */}
        <Link
          to="/gyms/$gymId/legal-notice"
          params={{ gymId: gym.id }}
          target="_blank"
          className={look('tap')}
        >
          特定商取引法に基づく表記
        </Link>
      </p>
      <Stack as="form" gap={8} {...form}>
        <FormError text={problem} />
        <SubmitButton busy={busy}>{busy ? '申し込んでいます…' : '申し込む'}</SubmitButton>
        <PrimaryButton variant="default" aria-disabled={busy} onClick={busy ? undefined : onBack}>
          入力に戻る
        </PrimaryButton>
      </Stack>
    </Stack>
  );
}

/** Says that the content changed. It takes the focus, because it is far above the button. */
function ChangeAlert({ isShown }: { readonly isShown: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <Box ref={box} tabIndex={-1} className={classes.change}>
      <FormError text={problemText.confirmation_changed} />
    </Box>
  );
}

/** Formats a date without the day of the week. */
function formatBirthDate(day = ''): string {
  return day.replace(/^(\d+)-0?(\d+)-0?(\d+)$/, '$1年$2月$3日');
}

function listTyped({ name, nameKana = '', birthDate, guardian, note = '' }: Application) {
  return [
    { name: '氏名', value: name },
    { name: 'フリガナ', value: nameKana },
    { name: '生年月日', value: formatBirthDate(birthDate) },
    { name: '保護者の氏名', value: guardian?.name ?? '' },
    { name: '保護者のメールアドレス', value: guardian?.email ?? '' },
    { name: 'ジムへのご要望', value: note },
  ].filter(({ value }) => value !== '');
}
