import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { changeRankingVisibilityMutation } from './userinfo.queries.ts';

/** For those who are hidden and wonder where they are. */
export function ShowInRankings() {
  const change = useMutation(changeRankingVisibilityMutation(useQueryClient()));
  return (
    <PrimaryButton
      aria-disabled={change.isPending}
      onClick={() => {
        if (!change.isPending) change.mutate(true);
      }}
    >
      掲載する
    </PrimaryButton>
  );
}
