import { useRouter } from '@tanstack/react-router';
import { clearAppError } from '#lib/app-error.ts';
import { describeError, isNetworkError } from '#lib/errors.ts';
import { ErrorView } from '#ui/error-view.tsx';
import { useNetworkReturn } from './use-network-return.ts';

/** The error view inside the app: back to the top means a fresh home page, without a reload. */
export function AppErrorScreen({ error }: { readonly error: unknown }) {
  const router = useRouter();
  const { title, text } = describeError(error);
  useNetworkReturn(isNetworkError(error), () => {
    clearAppError();
    void router.invalidate();
  });
  return (
    <ErrorView
      title={title}
      message={text}
      onBackToTop={() => {
        void router.navigate({ to: '/' }).then(() => {
          clearAppError();
          return router.invalidate();
        });
      }}
    />
  );
}
