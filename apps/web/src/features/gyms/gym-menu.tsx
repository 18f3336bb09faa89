import { IconBuilding, IconChevronRight, IconId } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { isMissing, LoadAgain } from '#ui/feedback/loading.tsx';
import { MenuRowContent, menuRow, MenuSection } from '#ui/lists/menu-section.tsx';

/** Lists the membership page and each gym by its name on マイページ. */
export function GymMenu() {
  const query = useQuery({ ...gymsQuery, meta: { errorShownByPage: true } });
  const further = <IconChevronRight size={20} stroke={1.75} aria-hidden />;
  return (
    <MenuSection heading="ジム">
      <li>
        <Link to="/settings/membership" className={menuRow}>
          <MenuRowContent Icon={IconId} label="会員契約" end={further} />
        </Link>
      </li>
      {query.data?.map(({ id, name }) => (
        <li key={id}>
          <Link to="/gyms/$gymId" params={{ gymId: id }} className={menuRow}>
            <MenuRowContent Icon={IconBuilding} label={name} end={further} />
          </Link>
        </li>
      ))}
      {isMissing(query) ? (
        <li className={menuRow}>
          <LoadAgain what="ジムの一覧" query={query} />
        </li>
      ) : null}
    </MenuSection>
  );
}
