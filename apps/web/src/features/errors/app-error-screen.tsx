import { IconWifiOff } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { ApiError, clearAppError, describeError, isNetworkError } from '#lib/errors.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorView } from '#ui/error-view.tsx';
import { Page } from '#ui/page.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { useIsFramed } from './page-frame.ts';
import { useSecondChance } from './use-second-chance.ts';

interface AppErrorScreenProps {
  readonly error: unknown;
  /** Another try at what failed; without one the page is loaded by the router once more. */
  readonly onRetry?: () => void;
}

/** The error view inside the app: back to the top means a fresh home page, without a reload. */
export function AppErrorScreen({ error, onRetry }: AppErrorScreenProps) {
  const router = useRouter();
  const isFramed = useIsFramed();
  const { title, text } = describeError(error);
  const mayPass = isNetworkError(error) || (error instanceof ApiError && error.status >= 500);
  const retry =
    onRetry ??
    (() => {
      clearAppError();
      void router.invalidate();
    });
  useSecondChance(mayPass, retry);
  if (isFramed && (onRetry !== undefined || mayPass)) {
    return (
      <Page title={title}>
        <EmptyState
          Icon={IconWifiOff}
          text={text}
          action={
            <PrimaryButton variant="default" onClick={retry}>
              もう一度読み込む
            </PrimaryButton>
          }
        />
      </Page>
    );
  }
  return (
    <ErrorView
      title={title}
      message={text}
      onRetry={mayPass ? retry : null}
      onBackToTop={() => {
        void router.navigate({ to: '/' }).then(() => {
          clearAppError();
          return router.invalidate();
        });
      }}
    />
  );
}
