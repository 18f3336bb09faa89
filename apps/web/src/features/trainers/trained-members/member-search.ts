export const memberViews = ['overview', 'loads', 'history', 'sessions'] as const;
export type MemberView = (typeof memberViews)[number];

export const viewNames = {
  overview: '概要',
  loads: '種目と重量',
  history: '履歴',
  sessions: 'メニュー',
} as const satisfies Record<MemberView, string>;

interface MemberSearch {
  readonly view?: MemberView;
  readonly workoutType?: number;
}

function isView(value: unknown): value is MemberView {
  return memberViews.some((view) => view === value);
}

/** Returns the valid search parameters of the address. */
export function pickMemberSearch(search: Record<string, unknown>): MemberSearch {
  const { view, workoutType } = readMemberSearch(search);
  return {
    ...('view' in search ? { view } : {}),
    ...(workoutType === null ? {} : { workoutType }),
  };
}

/**
 * Returns the view and the filter. Invalid parameters are ignored, so the page shows its default.
 */
export function readMemberSearch(search: Record<string, unknown>): {
  view: MemberView;
  workoutType: number | null;
} {
  const { view, workoutType } = search;
  const isType = typeof workoutType === 'number' && Number.isInteger(workoutType);
  return {
    view: isView(view) ? view : 'overview',
    workoutType: isType && workoutType > 0 && workoutType <= 2_147_483_647 ? workoutType : null,
  };
}
