import { createFileRoute } from '@tanstack/react-router';
import { parseRankingParams, stringifyRankingParams } from '#lib/route-params.ts';
import { ComingSoon } from '#ui/coming-soon.tsx';

export const Route = createFileRoute('/workout-ranking/$workoutType/$rankingType')({
  staticData: { access: 'default', layout: 'auth', title: 'ランキング' },
  params: { parse: parseRankingParams, stringify: stringifyRankingParams },
  component: () => <ComingSoon title="ランキング" />,
});
