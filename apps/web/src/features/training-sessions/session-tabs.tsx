import { Link } from '@tanstack/react-router';
import { segment, Segments } from '#ui/segments.tsx';

/** The three lists of sessions. Any search counts as 探す. */
export function SessionTabs() {
  const tab = { className: segment, activeOptions: { includeSearch: false } };
  return (
    <Segments label="セッションの一覧">
      <Link to="/my-training-sessions" {...tab}>
        マイセッション
      </Link>
      <Link to="/favorite-training-sessions" {...tab}>
        お気に入り
      </Link>
      <Link to="/search-training-sessions" {...tab}>
        探す
      </Link>
    </Segments>
  );
}
