import type { WorkoutRanking } from '@tanren/contract/workout-ranking';
import { rankingPeriods, rankingScales, rankingTypes } from '@tanren/domain/rankings';
import { workoutTypes } from '@tanren/domain/workout-types';
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
import { chip, Chips, segment, Segments } from '#ui/lists/chips.tsx';
import {
  linkToRanking,
  periodOf,
  type RankingView,
  readRankingSearch,
  toRankingView,
} from './ranking-view.ts';
import { kindNames, periodNames, scaleNames } from './ranking-words.ts';
import classes from './workout-ranking.module.css';

const route = getRouteApi('/workout-ranking/$workoutType/$rankingType');
const rankingPath = '/workout-ranking/';

/** What is on the screen: it stays until the next one's data are there. */
export function useShownRanking(): RankingView {
  return toRankingView(route.useParams(), route.useSearch());
}

/** What was chosen last, by the address, so that a choice is marked at once. */
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

/** Whether another ranking is on its way. */
export function useRankingBusy(): boolean {
  return useRouterState({
    select: ({ isLoading, location }) => isLoading && location.pathname.startsWith(rankingPath),
  });
}

const typeChoices = workoutTypes.map(({ id, name }) => ({ id, label: name }));
const kindColors = { tfo: 'green', max: 'cyan' } as const;

interface RankingControlsProps {
  /** None as long as they are not known. */
  readonly gyms: WorkoutRanking['gyms'];
}

/** Every choice keeps all the others. Links wherever there are few, so that they can be fetched ahead. */
export function RankingControls({ gyms }: RankingControlsProps) {
  const chosen = useChosenRanking();
  const navigate = useNavigate();
  const go = (change: Partial<RankingView>) => {
    void navigate({
      ...linkToRanking({ ...chosen, ...change }),
      replace: true,
      resetScroll: false,
    });
  };
  const to = (change: Partial<RankingView>, isChosen: boolean) => ({
    ...linkToRanking({ ...chosen, ...change }),
    replace: true,
    resetScroll: false,
    activeOptions: { exact: true, includeSearch: true },
    'aria-current': isChosen ? ('page' as const) : undefined,
  });
  return (
    <div className={classes.controls}>
      <NativeSelect
        aria-label="種目"
        value={chosen.workoutType}
        choices={typeChoices}
        onChoose={(workoutType) => {
          go({ workoutType });
        }}
      />
      <Segments label="記録の種類">
        {rankingTypes.map((rankingType) => (
          <Link
            key={rankingType}
            {...to({ rankingType }, rankingType === chosen.rankingType)}
            className={segment}
          >
            <span>
              <LegendMark color={kindColors[rankingType]} />
              {kindNames[rankingType]}
            </span>
          </Link>
        ))}
      </Segments>
      <Chips label="比べ方" chosen={chosen.scale}>
        {rankingScales.map((scale) => (
          <Link key={scale} {...to({ scale }, scale === chosen.scale)} className={chip}>
            {scaleNames[scale]}
          </Link>
        ))}
      </Chips>
      <div className={classes.range}>
        <Segments label="期間">
          {rankingPeriods.map((period) => (
            <Link key={period} {...to({ period }, period === periodOf(chosen))} className={segment}>
              {periodNames[period]}
            </Link>
          ))}
        </Segments>
        {chosen.scale === 'open' ? (
          <NativeSelect
            aria-label="ジム"
            value={chosen.gym}
            choices={listGymChoices(gyms, chosen.gym)}
            onChoose={(gym) => {
              go({ gym });
            }}
          />
        ) : null}
      </div>
    </div>
  );
}

/** A choice of the address is shown before its name is known. */
function listGymChoices(gyms: WorkoutRanking['gyms'], chosen: number | null) {
  const choices: { id: number | null; label: string }[] = [
    { id: null, label: 'すべてのジム' },
    ...gyms.map(({ id, name }) => ({ id, label: name })),
  ];
  const isKnown = choices.some(({ id }) => id === chosen);
  return isKnown ? choices : [...choices, { id: chosen, label: '選択中のジム' }];
}
