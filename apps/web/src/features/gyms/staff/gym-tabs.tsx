import { Link } from '@tanstack/react-router';
import { segment, Segments } from '#ui/lists/chips.tsx';

/** Forms of the gym's page. The first one has no search parameter. */
const forms = [
  { tab: undefined, label: '基本情報' },
  { tab: 'hours', label: '営業時間' },
  { tab: 'plans', label: '料金プラン' },
  { tab: 'legal', label: '特定商取引法' },
] as const;

export type GymTab = (typeof forms)[number]['tab'];

const shared = { className: segment, activeOptions: { exact: true }, replace: true } as const;

/** Shows the parts of a gym that staff edit: four forms on one page, the plan of its floor, and its waits. */
export function GymTabs({ gymId }: { readonly gymId: number }) {
  const params = { gymId };
  return (
    <Segments label="店舗の設定">
      {forms.map(({ tab, label }) => (
        <Link
          key={label}
          to="/staff/gyms/$gymId"
          params={params}
          search={tab === undefined ? {} : { tab }}
          {...shared}
        >
          {label}
        </Link>
      ))}
      <Link to="/staff/gyms/$gymId/floor" params={params} {...shared}>
        フロア
      </Link>
      <Link to="/staff/gyms/$gymId/waits" params={params} {...shared}>
        待ち時間
      </Link>
    </Segments>
  );
}
