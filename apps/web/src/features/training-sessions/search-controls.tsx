import { Link } from '@tanstack/react-router';
import { segment, Segments } from '#ui/segments.tsx';
import { TagChips } from './tag-chips.tsx';
import { TypeSelect } from './type-select.tsx';
import { useSessionSearch } from './use-session-search.ts';
import { WordField } from './word-field.tsx';
import classes from './search-controls.module.css';

const sorts = [
  { sort: undefined, name: '新着順' },
  { sort: 'favorites', name: 'お気に入りが多い順' },
] as const;

export function SearchControls() {
  const { linkTo } = useSessionSearch();
  return (
    <div className={classes.controls}>
      <div className={classes.words}>
        <WordField />
      </div>
      <div className={classes.tags}>
        <TagChips />
      </div>
      <TypeSelect />
      <Segments label="並べ替え">
        {sorts.map(({ sort, name }) => (
          <Link key={name} {...linkTo({ sort })} className={segment}>
            {name}
          </Link>
        ))}
      </Segments>
    </div>
  );
}
