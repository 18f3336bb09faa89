import type { Gym, SubscriptionPlan } from '@tanren/contract/gyms/gyms';
import type { Membership, MyMemberships } from '@tanren/contract/memberships/memberships';
import { JoinConfirmation, readConfirmation, type Review } from './join-confirmation.tsx';
import { JoinForm } from './join-form.tsx';
import { useDraftId } from '#lib/use-draft-id.ts';

interface JoinStepsProps {
  readonly gym: Gym;
  readonly plan: SubscriptionPlan;
  /** Earlier membership, whose names are filled in. */
  readonly earlier: Membership | undefined;
  /** Address that the member continues to after the application. */
  readonly next: string | undefined;
  /** What is shown in the second step. `null` in the first step. */
  readonly review: Review | null;
  /** Changes the content of the second step. `null` when the member types something else. */
  readonly onReview: (review: Review | null) => Promise<void>;
  /** Called when the member returns to the first step. */
  readonly onBack: () => void;
  /** Called with the member's memberships after the application. */
  readonly onJoined: (mine: MyMemberships) => Promise<void>;
}

/** Applies for one plan in two steps: the input, and the final confirmation (最終確認). */
export function JoinSteps(props: JoinStepsProps) {
  const { gym, plan, earlier, next, review, onReview, onBack, onJoined } = props;
  const draftIdOf = useDraftId();
  return (
    <>
      {/* The form stays, so that a member who returns finds the input. */}
      <div
        hidden={review !== null}
        onInput={() => {
          void onReview(null);
        }}
      >
        <JoinForm
          gym={gym}
          plan={plan}
          earlier={earlier}
          next={next}
          onChecked={async (application) => {
            await onReview({ application, seen: await readConfirmation(gym.id, application) });
          }}
        />
      </div>
      {review === null ? null : (
        <JoinConfirmation
          gym={gym}
          review={review}
          draftIdOf={draftIdOf}
          onChanged={(changed) => {
            void onReview(changed);
          }}
          onBack={onBack}
          onJoined={onJoined}
        />
      )}
    </>
  );
}
