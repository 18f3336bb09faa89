import { addHonorific } from '@tanren/domain/members/honorifics';
import { IconEyeOff, IconLinkOff } from '@tabler/icons-react';
import type { TrainedMemberDetail } from '@tanren/contract/trainers/trainer-members';
import { exerciseHabits, sexes, trainingPurposes } from '@tanren/domain/members/profile';
import type { TrainerScope } from '@tanren/domain/trainers/trainers';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { EmptyState, Notice } from '#ui/feedback/notices.tsx';
import { Box, Stack } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { MenuButton, MenuSection } from '#ui/lists/menu-section.tsx';
import { Page } from '#ui/page.tsx';
import type { MemberView } from './member-search.ts';
import classes from './trained-member.module.css';
import {
  removeUnshared,
  endLink,
  removeTrainedMember,
  trainedMemberQuery,
} from './trained-members.queries.ts';

interface LinkedMember {
  readonly member: TrainedMemberDetail;
  /** Removes other stored data of the member after the link has ended. */
  readonly onEnded: () => void;
}

const LinkContext = createContext<LinkedMember | null>(null);

interface WithinLinkProps extends Pick<LinkedMember, 'onEnded'> {
  readonly memberId: number;
  readonly children: ReactNode;
}

/**
 * Shows pages about a member while the link exists, and a notice once any call finds that it has
 * ended.
 */
export function WithinLink({ memberId, onEnded, children }: WithinLinkProps) {
  const queryClient = useQueryClient();
  const { data: member } = useSuspenseQuery(trainedMemberQuery(memberId));
  // The removed data is no longer displayed at this point. Displayed data would be requested again.
  useEffect(() => {
    if (member !== null) removeUnshared(queryClient, member);
  }, [queryClient, member]);
  const linked = useMemo(() => (member === null ? null : { member, onEnded }), [member, onEnded]);
  if (linked === null) return <LinkEnded key={memberId} memberId={memberId} onEnded={onEnded} />;
  return <LinkContext value={linked}>{children}</LinkContext>;
}

function useLinkedMember(): LinkedMember {
  const linked = useContext(LinkContext);
  if (linked === null) throw new Error('a page about a member stands outside of the link');
  return linked;
}

export function useMember(): TrainedMemberDetail {
  return useLinkedMember().member;
}

/**
 * Returns whether the member shares the scope according to the newest answer. Data of a withdrawn
 * scope is not shown from the cache.
 */
export function useShares(scope: TrainerScope): boolean {
  return useMember().scopes.includes(scope);
}

interface LinkEndedProps {
  readonly memberId: number;
  readonly onEnded: () => void;
}

/**
 * Shows that the link has ended, in place of the member. No page shows the member at this point, so
 * their cached data is removed.
 */
function LinkEnded({ memberId, onEnded }: LinkEndedProps) {
  const queryClient = useQueryClient();
  const element = useRef<HTMLDivElement>(null);
  // The focused element has disappeared, and the focus makes screen readers read the notice.
  useEffect(() => {
    element.current?.focus();
  }, []);
  useEffect(() => {
    removeTrainedMember(queryClient, memberId);
    onEnded();
  }, [queryClient, memberId, onEnded]);
  return (
    <div ref={element} tabIndex={-1} className={classes.page}>
      <Page title="連携が解除されました">
        <EmptyState
          Icon={IconLinkOff}
          text="もう一度担当するときは、会員の方に新しい連携コードを発行してもらってください。"
          action={
            <Link to="/trainer" className={primaryButtonLink} data-variant="default">
              担当会員の一覧へ
            </Link>
          }
        />
      </Page>
    </div>
  );
}

export function NotShared() {
  return <Notice Icon={IconEyeOff}>この情報は共有されていません。</Notice>;
}

/**
 * Links to the member above a page about one of their records. The app frame has the back button.
 */
export function WhoseLink({ view }: { readonly view: MemberView }) {
  const { memberId, nickname } = useMember();
  return (
    <Link
      to="/trainer/members/$memberId"
      params={{ memberId }}
      search={{ view }}
      className={classes.whose}
    >
      {addHonorific(nickname)}
    </Link>
  );
}

interface TrainedWorkoutLinkProps {
  readonly workoutId: number;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Links lists and charts to a workout on the trainer's pages. */
export function TrainedWorkoutLink({ workoutId, className, children }: TrainedWorkoutLinkProps) {
  const { memberId } = useMember();
  return (
    <Link
      to="/trainer/members/$memberId/workouts/$workoutId"
      params={{ memberId, workoutId }}
      className={className}
    >
      {children}
    </Link>
  );
}

/** Lets the trainer end the link. */
export function EndLink() {
  const { member, onEnded } = useLinkedMember();
  const { memberId, nickname } = member;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationKey: ['trained-member', 'unlink'],
    meta: { errorShownByForm: true },
    mutationFn: () => endLink(memberId),
    onSuccess: async () => {
      await navigate({ to: '/trainer', replace: true });
      // An earlier removal would make the page say that the member has ended the link.
      removeTrainedMember(queryClient, memberId);
      onEnded();
      notifyDone('連携を解除しました', `${addHonorific(nickname)}の担当から外れました。`);
    },
    onError: (error) => {
      setIsConfirmOpen(false);
      notifyRejection('連携を解除できませんでした', error);
    },
  });
  return (
    <MenuSection heading="連携">
      <MenuButton
        Icon={IconLinkOff}
        label="連携を解除する"
        onClick={() => {
          setIsConfirmOpen(true);
        }}
      />
      {isConfirmOpen ? (
        <ConfirmDialog
          title={`${addHonorific(nickname)}との連携を解除しますか`}
          keep="解除しない"
          Icon={IconLinkOff}
          confirm="連携を解除する"
          confirming="解除しています…"
          busy={isPending}
          onConfirm={() => {
            if (!isPending) mutate();
          }}
          onDismiss={() => {
            setIsConfirmOpen(false);
          }}
        >
          <p>すぐに、この会員の情報を見られなくなります。元に戻すことはできません。</p>
          <p>
            作ったメニューは会員の手元に残り、編集できなくなります。指定した次回の重量は解除されます。
          </p>
        </ConfirmDialog>
      ) : null}
    </MenuSection>
  );
}

/** Shows the member's profile, as far as it is shared. */
export function ProfileCard() {
  const { profile } = useMember();
  return (
    <Card heading="プロフィール">
      <Box above={8}>{profile === null ? <NotShared /> : <ProfileFacts profile={profile} />}</Box>
    </Card>
  );
}

type Profile = NonNullable<TrainedMemberDetail['profile']>;

function ProfileFacts({ profile }: { readonly profile: Profile }) {
  const { height, weight, age, sex, exerciseHabit } = profile;
  const facts = [
    ['身長', withUnit(height, 'cm')],
    ['体重', withUnit(weight, 'kg')],
    ['年齢', withUnit(age, '歳')],
    ['性別', findLabel(sexes, sex)],
    ['運動習慣', findLabel(exerciseHabits, exerciseHabit)],
    ['目的', profile.trainingPurposes.map((id) => findLabel(trainingPurposes, id)).join('、')],
  ] as const;
  return (
    <Stack as="dl" gap={16} rowGap={8} className={classes.profileFacts}>
      {facts.map(([label, text]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{text || '未入力'}</dd>
        </div>
      ))}
    </Stack>
  );
}

function withUnit(value: number | null, unit: string): string {
  return value === null ? '' : `${value}${unit}`;
}

function findLabel<Id extends string>(
  choices: readonly { readonly id: Id; readonly label: string }[],
  chosen: Id | null,
): string {
  return choices.find(({ id }) => id === chosen)?.label ?? '';
}
