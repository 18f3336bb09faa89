import type { ComponentProps } from 'react';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Modal } from '#ui/dialogs/dialogs.tsx';
import { LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { Stack } from '#ui/layout.tsx';

interface LoadingDialogProps {
  readonly title: string;
  readonly query: ComponentProps<typeof LoadAgainIfMissing>['query'];
  readonly onDismiss: () => void;
}

const formHeight = 320;

/** Stands in for a form until its stored content is loaded. */
export function LoadingDialog({ title, query, onDismiss }: LoadingDialogProps) {
  return (
    <Modal title={title} onDismiss={onDismiss}>
      <Stack gap={12}>
        <LoadAgainIfMissing what={title} query={query} />
        {query.isFetching ? <Skeleton height={formHeight} /> : null}
        <PrimaryButton variant="default" onClick={onDismiss}>
          閉じる
        </PrimaryButton>
      </Stack>
    </Modal>
  );
}
