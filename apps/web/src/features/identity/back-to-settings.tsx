import { Link } from '@tanstack/react-router';
import { backLink, BackWords } from '#ui/page.tsx';

export function BackToSettings() {
  return (
    <Link to="/settings" className={backLink}>
      <BackWords>マイページに戻る</BackWords>
    </Link>
  );
}
