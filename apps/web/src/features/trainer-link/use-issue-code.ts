import type { TrainerScope } from '@tanren/domain/trainers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { tellRefusal } from '#lib/refusals.ts';
import { useOnce } from '#ui/use-once.ts';
import { issueCodeMutation } from './trainer-link.queries.ts';

/** Once for a double tap: a second code would void the first while it is read out. */
export function useIssueCode(scopes: readonly TrainerScope[]) {
  const { mutateAsync } = useMutation(issueCodeMutation(useQueryClient()));
  const { busy, run: issue } = useOnce(async () => {
    try {
      await mutateAsync(scopes);
    } catch (error) {
      tellRefusal('コードを発行できませんでした', error);
    }
  });
  return { busy, issue };
}
