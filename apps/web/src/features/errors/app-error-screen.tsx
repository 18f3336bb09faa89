import { useRouter } from '@tanstack/react-router';
import { clearAppError } from '#lib/app-error.ts';
import { describeError } from '#lib/errors.ts';
import { ErrorView } from '#ui/error-view.tsx';

/** The error view inside the app: back to the top means a fresh home page, without a reload. */
export function AppErrorScreen({ error }: { readonly error: unknown }) {
  const router = useRouter();
  const { title, text } = describeError(error);
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
