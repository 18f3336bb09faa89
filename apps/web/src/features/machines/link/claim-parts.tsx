import { type Icon, IconAlertTriangle, IconCircleCheck, IconClockHour4 } from '@tabler/icons-react';
import type { WorkoutClaim } from '@tanren/contract/workouts/workout-records';
import { type ClaimCode, parseClaimCode } from '@tanren/domain/machines/claim-codes';
import type { ClaimState } from '@tanren/domain/workouts/workout-records';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { describeClaim } from '#entities/workouts/record-words.ts';
import { workoutClaimsQuery } from '#entities/workouts/workout-records.queries.ts';
import {
  nameWorkoutType,
  refreshWorkoutData,
  workoutQuery,
} from '#entities/workouts/workouts.queries.ts';
import { formatMoment } from '#lib/dates.ts';
import { formatKg } from '#lib/number-format.ts';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { useClaim } from './claim-workout.ts';
import classes from './link-ways.module.css';
import live from './live-view.module.css';

interface ClaimedFromAddressProps {
  readonly code: ClaimCode;
  readonly isLinked: boolean;
  readonly onClaimed: (claim: WorkoutClaim) => void;
}

/**
 * Asks before claiming a scanned code, because the code on the machine's screen may belong to the
 * previous member.
 */
export function ClaimedFromAddress({ code, isLinked, onClaimed }: ClaimedFromAddressProps) {
  const navigate = useNavigate();
  const { claim, problem, isFinal, busy } = useClaim();
  return (
    <Stack as="section" gap={12} card className={classes.card} aria-label="受け取る記録">
      <Text size={20} leading="flat" centered className={classes.machine}>
        マシン{' '}
        <Text as="strong" size={44}>
          {code.machineId}
        </Text>
      </Text>
      <Note>
        接続せずに行ったトレーニングの記録です。ご自身の記録のときだけ受け取ってください。受け取れるのはお一人だけです。
      </Note>
      <FormError text={problem} />
      {isFinal ? null : (
        <PrimaryButton
          variant="filled"
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => {
            void claim(code).then((claimed) => {
              if (claimed !== null) onClaimed(claimed);
            });
          }}
        >
          {busy ? '受け取っています…' : '記録を受け取る'}
        </PrimaryButton>
      )}
      <PlainButton
        onClick={() => {
          void navigate({ to: '/tanren-link', search: {}, replace: true });
        }}
      >
        {isLinked ? '今のマシンを続ける' : '受け取らない'}
      </PlainButton>
    </Stack>
  );
}

interface ClaimFormProps {
  readonly onClaimed: (claim: WorkoutClaim) => void;
}

const isTyped = (text: string) => text.trim() !== '' || '受け取りコードを入力してください';
const isCode = (text: string) =>
  parseClaimCode(text) !== null ||
  'Cで始まるコードをすべて入力してください（例：C12-ABCD-EFGH-JKLM）';

/**
 * Lets a member who trained without linking type the code that the machine shows after the bout.
 */
export function ClaimForm({ onClaimed }: ClaimFormProps) {
  const { claim, problem, busy } = useClaim();
  const { form, errors } = useForm({
    fields: { claimCode: { rules: [isTyped, isCode] } },
    submit: async ({ claimCode }) => {
      const code = parseClaimCode(claimCode);
      const claimed = code === null ? null : await claim(code);
      if (claimed !== null) onClaimed(claimed);
    },
    explain: () => null,
  });
  return (
    <Disclosure label="接続し忘れた記録を受け取る">
      <Stack as="form" gap={12} whiteErrors aria-label="記録の受け取り" {...form}>
        <TextField
          name="claimCode"
          label="受け取りコード"
          error={errors.claimCode}
          hint="マシンの画面の、Cで始まるコードです。24時間以内に受け取れます。"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          placeholder="C12-ABCD-EFGH-JKLM"
          enterKeyHint="go"
        />
        <FormError text={problem} />
        <SubmitButton busy={busy} variant="default">
          {busy ? '受け取っています…' : '記録を受け取る'}
        </SubmitButton>
      </Stack>
    </Disclosure>
  );
}

/**
 * Refetch interval in milliseconds while a claim waits. The machine sends its stored bouts as soon
 * as it is online.
 */
const refetchMs = 10_000;

/** Shows the claimed workout with a link to it, or what the claim is waiting for. */
export function ClaimedNotice({ claim: given }: { readonly claim: WorkoutClaim | null }) {
  return <StatusText>{given === null ? null : <ClaimedCard claim={given} />}</StatusText>;
}

function ClaimedCard({ claim: given }: { readonly claim: WorkoutClaim }) {
  const queryClient = useQueryClient();
  const isOpen = given.state === 'waiting';
  const { data: claims } = useQuery({
    ...workoutClaimsQuery,
    enabled: isOpen,
    refetchInterval: ({ state }) =>
      state.data?.find(({ id }) => id === given.id)?.state === 'waiting' ? refetchMs : false,
  });
  const claim = (isOpen ? claims?.find(({ id }) => id === given.id) : undefined) ?? given;
  const hasArrived = isOpen && claim.state === 'stored';
  useEffect(() => {
    if (hasArrived) void refreshWorkoutData(queryClient);
  }, [hasArrived, queryClient]);
  const { title, text } = describeClaim(claim);
  const Sign = signs[claim.state];
  return (
    <Stack as="span" gap={8} raised padding={16} className={live.card}>
      <Row as="span" gap={12} align="center">
        <Sign size={28} stroke={1.75} aria-hidden />
        <Stack as="span" size={20} leading="tight">
          <strong>{title}</strong>
          <Note as="span">{text}</Note>
        </Stack>
      </Row>
      <Row as="span" wrap size={14} quiet className={live.numbers}>
        <span>{nameWorkoutType(claim.workoutTypeId)}</span>
        <span>
          {claim.gymName}・マシン {claim.machineId}
        </span>
        {claim.workoutId === null ? null : <ClaimedNumbers workoutId={claim.workoutId} />}
      </Row>
      {claim.workoutId === null ? null : (
        <Link
          to="/workouts/$workoutId"
          params={{ workoutId: claim.workoutId }}
          className={look('tap', 'narrow', 'weight-500')}
        >
          記録を見る
        </Link>
      )}
    </Stack>
  );
}

const signs = {
  stored: IconCircleCheck,
  waiting: IconClockHour4,
  refused: IconAlertTriangle,
} as const satisfies Record<ClaimState, Icon>;

/** Shows the time and the totals of the claimed workout once they have loaded. */
function ClaimedNumbers({ workoutId }: { readonly workoutId: number }) {
  const { data: workout } = useQuery({
    ...workoutQuery(workoutId),
    // The workout's own page shows errors, so this summary shows none.
    meta: { errorShownByPage: true },
  });
  if (!workout) return null;
  return (
    <>
      <span>{formatMoment(workout.startedAt)}</span>
      <span>最大重量 {formatKg(workout.max)}kg</span>
      <span>総発揮力 {formatKg(workout.tfo)}kg</span>
      <span>
        {workout.setCount}セット・計{workout.repCount}回
      </span>
    </>
  );
}
