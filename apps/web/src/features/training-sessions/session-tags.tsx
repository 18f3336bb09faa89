import { Link } from '@tanstack/react-router';
import { chip } from '#ui/chips.tsx';
import classes from './session-tags.module.css';

/** Each leads to the public sessions that carry it. */
export function SessionTags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label="タグ">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to="/search-training-sessions" search={{ tag }} className={chip}>
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
