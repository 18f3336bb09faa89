import { createRoot } from 'react-dom/client';
import { describeError, unwrapCause } from '#lib/errors.ts';
import { ErrorView } from '#ui/error-view.tsx';

/** The app itself could not start or went down: the error view stands alone, without router or theme. */
export function mountErrorView(error: unknown): void {
  const cause = unwrapCause(error);
  console.error(cause);
  const { title, text } = describeError(cause);
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  createRoot(container).render(
    <ErrorView
      title={title}
      message={text}
      onBackToTop={() => {
        window.location.assign('/');
      }}
    />,
  );
}
