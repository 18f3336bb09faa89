import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { startRunMutation } from '#entities/menus/menus.queries.ts';
import { notifyRejection } from '#lib/rejections.ts';
import { PrimaryButton, primaryButtonLink } from '#ui/buttons.tsx';
import { Bar } from '#ui/charts/ring.tsx';
import { isMissing, LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { Note, Row, Stack, Text } from '#ui/layout.tsx';
import type { RunProgress } from './run-progress.ts';
import { useRunProgress, useMenuRun } from './menu-run.queries.ts';

/** Starts or continues the menu on its page. */
export function StartRun({ trainingSessionId }: { readonly trainingSessionId: number }) {
  const query = useMenuRun();
  // A run without remaining sets can be started again.
  const followed = useRunProgress();
  const current = followed?.progress.next === null ? null : followed;
  const { mutateAsync, isPending: isStarting } = useMutation(startRunMutation(useQueryClient()));
  const navigate = useNavigate();
  if (query.data === undefined && !isMissing(query)) return <Skeleton height={52} />;
  if (current?.run.trainingSessionId === trainingSessionId) {
    return (
      <Stack gap={8}>
        <Link to="/tanren-link" className={primaryButtonLink} data-variant="filled">
          続ける
        </Link>
        <ProgressBar {...current.progress} />
      </Stack>
    );
  }

  async function start(): Promise<void> {
    try {
      await mutateAsync(trainingSessionId);
    } catch (error) {
      notifyRejection('メニューを始められませんでした', error);
      return;
    }
    await navigate({ to: '/tanren-link' });
  }

  return (
    <Stack gap={8}>
      <PrimaryButton
        variant="filled"
        aria-disabled={isStarting}
        aria-busy={isStarting}
        onClick={() => {
          if (!isStarting) void start();
        }}
      >
        このメニューを始める
      </PrimaryButton>
      <RunMissing />
      {current ? (
        <Note>始めると、トレーニング中の「{current.run.title}」は終了します。記録は残ります。</Note>
      ) : null}
    </Stack>
  );
}

/**
 * Shows that the current run could not be loaded. Without this message it would look as if there
 * were none.
 */
export function RunMissing() {
  return <LoadAgainIfMissing what="トレーニング中のメニュー" query={useMenuRun()} />;
}

/** Shows the number of done sets as a bar and in words. */
export function ProgressBar({ doneSets, allSets }: Pick<RunProgress, 'doneSets' | 'allSets'>) {
  return (
    <Row as="span" gap={12} align="center">
      <Bar fill={doneSets / Math.max(1, allSets)} />
      <Text as="span" size={14} weight={700} fixed>
        {doneSets}/{allSets}セット
      </Text>
    </Row>
  );
}
