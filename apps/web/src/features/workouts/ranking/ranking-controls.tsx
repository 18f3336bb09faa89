import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import type { WorkoutRanking } from '@tanren/contract/workouts/workout-ranking';
import { rankingPeriods, rankingScales, rankingTypes } from '@tanren/domain/workouts/rankings';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import {
  getRouteApi,
  Link,
  useLocation,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router';
import { parseRankingParams } from '#lib/route-params.ts';
import { LegendMark } from '#ui/charts/amount.tsx';
import { NativeSelect } from '#ui/forms/select-fields.tsx';
import { Note, Row, Stack } from '#ui/layout.tsx';
import { chip, segment, Segments } from '#ui/lists/chips.tsx';
import {
  linkToRanking,
  listActiveFilters,
  periodOf,
  type RankingView,
  readRankingSearch,
  toRankingView,
} from './ranking-view.ts';
import { kindWords, periodNames, scaleNames } from './ranking-words.ts';
import classes from './workout-ranking.module.css';

const route = getRouteApi('/workout-ranking/$workoutType/$rankingType');
const rankingPath = '/workout-ranking/';

/** Returns the ranking on the screen, which stays until the data of the next one has loaded. */
export function useShownRanking(): RankingView {
  return toRankingView(route.useParams(), route.useSearch());
}

/** Returns the ranking of the address, so that a new choice is marked at once. */
function useChosenRanking(): RankingView {
  const shown = useShownRanking();
  const pathname = useLocation({ select: (location) => location.pathname });
  const search = useLocation({
    select: (location) => readRankingSearch(location.search),
    structuralSharing: true,
  });
  if (!pathname.startsWith(rankingPath)) return shown;
  const [workoutType = '', rankingType = ''] = pathname.slice(rankingPath.length).split('/');
  const params = parseRankingParams({ workoutType, rankingType });
  return params ? toRankingView(params, search) : shown;
}

/** Returns whether another ranking is being loaded. */
export function useRankingBusy(): boolean {
  return useRouterState({
    select: ({ isLoading, location }) => isLoading && location.pathname.startsWith(rankingPath),
  });
}

const typeChoices = workoutTypes.map(({ id, name }) => ({ id, label: name }));

/**
 * Returns links to other rankings, each of which keeps all other choices. Choices with few values
 * use links, so that they can be prefetched.
 */
function useRankingLinks() {
  const chosen = useChosenRanking();
  const navigate = useNavigate();
  const linkTo = (view: RankingView) => ({
    ...linkToRanking(view),
    replace: true,
    resetScroll: false,
    // Exact matching is needed, because otherwise a link that omits a choice would be active for
    // every value of it.
    activeOptions: { exact: true, includeSearch: true },
  });
  return {
    chosen,
    go: (change: Partial<RankingView>) =>
      void navigate({
        ...linkToRanking({ ...chosen, ...change }),
        replace: true,
        resetScroll: false,
      }),
    linkTo,
    to: (change: Partial<RankingView>, isChosen: boolean) => ({
      ...linkTo({ ...chosen, ...change }),
      'aria-current': isChosen ? ('page' as const) : undefined,
    }),
  };
}

interface RankingControlsProps {
  /** Empty until the gyms have loaded. */
  readonly gyms: WorkoutRanking['gyms'];
  /** Whether the filters are unfolded. */
  readonly filtering: boolean;
  readonly onFilter: () => void;
}

/**
 * Shows the choice of exercise and number. Other active filters are listed below and can be
 * removed.
 */
export function RankingControls({ gyms, filtering, onFilter }: RankingControlsProps) {
  const { chosen, go, to, linkTo } = useRankingLinks();
  const active = listActiveFilters(chosen);
  const nameFilter = (kind: (typeof active)[number]['kind']) => {
    switch (kind) {
      case 'period':
        return periodNames[periodOf(chosen)];
      case 'scale':
        return scaleNames[chosen.scale];
      case 'gym':
        return gyms.find(({ id }) => id === chosen.gym)?.name ?? '選択中のジム';
    }
  };
  return (
    <Stack from={768} gap={8} className={classes.controls}>
      <Stack gap={8} align="center" className={classes.firstRow}>
        <NativeSelect
          aria-label="種目"
          value={chosen.workoutType}
          choices={typeChoices}
          onChoose={(workoutType) => {
            go({ workoutType });
          }}
        />
        <button
          type="button"
          className={classes.filterButton}
          aria-expanded={filtering}
          aria-controls={filtersId}
          onClick={onFilter}
        >
          <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
          絞り込み{active.length === 0 ? '' : `（${active.length}）`}
        </button>
      </Stack>
      <Segments label="記録の種類">
        {rankingTypes.map((rankingType) => (
          <Link
            key={rankingType}
            {...to({ rankingType }, rankingType === chosen.rankingType)}
            className={segment}
          >
            <span>
              <LegendMark color={kindWords[rankingType].color} />
              {kindWords[rankingType].name}
            </span>
          </Link>
        ))}
      </Segments>
      {active.length === 0 ? null : (
        <Row as="ul" gap={8} wrap className={classes.active} aria-label="絞り込み中">
          {active.map(({ kind, without }) => (
            <li key={kind}>
              <Link
                {...linkTo(without)}
                className={chip}
                aria-label={`${nameFilter(kind)}の絞り込みを外す`}
              >
                {nameFilter(kind)}
                <IconX size={16} stroke={1.75} aria-hidden />
              </Link>
            </li>
          ))}
        </Row>
      )}
    </Stack>
  );
}

const filtersId = 'ranking-filters';

interface RankingFiltersProps {
  readonly gyms: WorkoutRanking['gyms'];
  /** Whether the filters are unfolded on a phone. A wide screen always shows them. */
  readonly open: boolean;
}

export function RankingFilters({ gyms, open }: RankingFiltersProps) {
  const { chosen, go, to } = useRankingLinks();
  return (
    <section
      id={filtersId}
      className={classes.filters}
      aria-label="絞り込み"
      data-open={open || undefined}
    >
      <Note as="h2" weight={400} leading="snug" className={classes.filterName}>
        期間
      </Note>
      <Segments label="期間">
        {rankingPeriods.map((period) => (
          <Link key={period} {...to({ period }, period === periodOf(chosen))} className={segment}>
            {periodNames[period]}
          </Link>
        ))}
      </Segments>
      <Note as="h2" weight={400} leading="snug" className={classes.filterName}>
        比べ方
      </Note>
      <Row as="nav" gap={8} wrap aria-label="比べ方">
        {rankingScales.map((scale) => (
          <Link key={scale} {...to({ scale }, scale === chosen.scale)} className={chip}>
            {scaleNames[scale]}
          </Link>
        ))}
      </Row>
      {chosen.scale === 'open' ? (
        <>
          <Note as="h2" weight={400} leading="snug" className={classes.filterName}>
            ジム
          </Note>
          <NativeSelect
            aria-label="ジム"
            value={chosen.gym}
            choices={listGymChoices(gyms, chosen.gym)}
            onChoose={(gym) => {
              go({ gym });
            }}
          />
        </>
      ) : null}
    </section>
  );
}

/** Returns the gym choices. A gym from the address is included before its name is known. */
function listGymChoices(gyms: WorkoutRanking['gyms'], chosen: number | null) {
  const choices: { id: number | null; label: string }[] = [
    { id: null, label: 'すべてのジム' },
    ...gyms.map(({ id, name }) => ({ id, label: name })),
  ];
  const isKnown = choices.some(({ id }) => id === chosen);
  return isKnown ? choices : [...choices, { id: chosen, label: '選択中のジム' }];
}
