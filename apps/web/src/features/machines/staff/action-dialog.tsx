import type { Icon } from '@tabler/icons-react';
import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { explainRejection } from '#lib/rejections.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormError } from '#ui/forms/form-page.tsx';

interface ActionDialogProps<T> {
  readonly title: string;
  readonly keep: string;
  readonly confirm: string;
  readonly confirming: string;
  readonly Icon: Icon;
  readonly mutation: UseMutationOptions<T> & Required<Pick<UseMutationOptions<T>, 'mutationKey'>>;
  readonly onDone: (result: T) => void;
  readonly onDismiss: () => void;
  /** Explanation of what will happen. */
  readonly children: ReactNode;
}

/** Asks before the action, because a member may be training on the machine. */
export function ActionDialog<T>({ mutation, onDone, children, ...dialog }: ActionDialogProps<T>) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation(mutation);
  const { mutationKey } = mutation;
  return (
    <ConfirmDialog
      {...dialog}
      busy={isPending}
      onConfirm={() => {
        // The second of two taps does nothing.
        if (queryClient.isMutating({ mutationKey }) === 0) mutate(undefined, { onSuccess: onDone });
      }}
    >
      {children}
      <FormError text={error === null ? null : explainRejection(error)} />
    </ConfirmDialog>
  );
}
