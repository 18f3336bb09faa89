import { useNavigate } from '@tanstack/react-router';
import { ErrorView } from '#ui/error-view.tsx';

export function NotFoundScreen() {
  const navigate = useNavigate();
  return (
    <ErrorView
      title="Page not found"
      message="お探しのページは見つかりませんでした。アドレスが変わったか、削除された可能性があります。"
      onBackToTop={() => void navigate({ to: '/' })}
    />
  );
}
