/** The parts of a gym's page; the first one stands in no address. */
export const gymTabs = [
  { id: undefined, label: '基本情報' },
  { id: 'hours', label: '営業時間' },
  { id: 'plans', label: '料金プラン' },
] as const;

export type GymTab = (typeof gymTabs)[number]['id'];

export interface GymSearch {
  readonly tab?: Exclude<GymTab, undefined>;
}

export function readGymSearch(search: Record<string, unknown>): GymSearch {
  const { tab } = search;
  return tab === 'hours' || tab === 'plans' ? { tab } : {};
}
