import type { TrainedMemberDetail } from '@tanren/contract/trainer-members';
import { exerciseHabits, sexes, trainingPurposes } from '@tanren/domain/profile';
import { Card } from '#ui/lists/cards.tsx';
import { NotShared, useMember } from './linked-member.tsx';
import classes from './trained-member.module.css';

/** What the member has filled in, as far as it is shared. */
export function ProfileCard() {
  const { profile } = useMember();
  return (
    <Card heading="プロフィール">
      {profile === null ? <NotShared /> : <ProfileFacts profile={profile} />}
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
    <dl className={classes.profileFacts}>
      {facts.map(([label, text]) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{text || '未入力'}</dd>
        </div>
      ))}
    </dl>
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
