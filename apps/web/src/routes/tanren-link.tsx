import type { TanrenConnection } from '@tanren/contract/machines/tanren-connection';
import type { TrainingSessionRun } from '@tanren/contract/menus/menu-runs';
import type { WorkoutClaim } from '@tanren/contract/workouts/workout-records';
import { parseClaimCode } from '@tanren/domain/machines/claim-codes';
import { parseLinkCode } from '@tanren/domain/machines/machine-links';
import { IconWifiOff } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { menuRunQuery, nextMachinesQuery } from '#entities/menus/menus.queries.ts';
import { MachinesUnreachable } from '#entities/machines/machines-unreachable.tsx';
import { tanrenConnectionQuery } from '#entities/machines/machines.queries.ts';
import { EndEarly, RunDone, RunPanel, RunStrip } from '#features/menus/run/run-panel.tsx';
import { RunSteps, SkipSet } from '#features/menus/run/run-steps.tsx';
import { guideToNext } from '#features/menus/run/next-machine.tsx';
import { planMachine } from '#features/menus/run/run-progress.ts';
import { RunMissing } from '#features/menus/run/start-run.tsx';
import { useRunProgress } from '#features/menus/run/menu-run.queries.ts';
import { useRunOrder } from '#features/menus/run/next-machines.queries.ts';
import {
  ClaimedFromAddress,
  ClaimedNotice,
  ClaimForm,
} from '#features/machines/link/claim-parts.tsx';
import { useUnlink } from '#features/machines/link/link-machine.ts';
import { readLinkSearch } from '#features/machines/link/link-search.ts';
import { LinkedFromAddress, LinkWays } from '#features/machines/link/link-ways.tsx';
import {
  RejectedNotice,
  StoredNotice,
  UnlinkedNotice,
  withoutBest,
} from '#features/machines/link/live-notices.tsx';
import { LiveView } from '#features/machines/link/live-view.tsx';
import type { NextMachineGuide } from '#features/machines/link/machine-done.tsx';
import { foreseeCameraProblem } from '#features/machines/link/scan-qr.ts';
import type { BoutPlan } from '#features/machines/link/live-words.ts';
import {
  describeLiftedBout,
  type TanrenLink,
  useTanrenLink,
} from '#features/machines/link/use-tanren-link.ts';
import { getIdentity } from '#lib/auth/auth.ts';
import { isNetworkError } from '#lib/errors.ts';
import { namingWhat } from '#lib/offline/network.ts';
import { onlySearch } from '#lib/route-params.ts';
import { Notice } from '#ui/feedback/notices.tsx';
import { FormError, FormPage } from '#ui/forms/form-page.tsx';
import { Page } from '#ui/page.tsx';
import { useFingerShield } from '#ui/tap-shield.ts';

const validateSearch = onlySearch(readLinkSearch);

export const Route = createFileRoute('/tanren-link')({
  staticData: { access: 'default', layout: 'auth', title: 'マシンと接続', parent: null },
  validateSearch,
  loader: async ({ context: { queryClient } }) => {
    const [identity, cameraProblem] = await Promise.all([
      getIdentity(),
      foreseeCameraProblem({
        isSecureContext: window.isSecureContext,
        mediaDevices: navigator.mediaDevices,
        permissions: navigator.permissions,
      }),
      loadTanrenLink(queryClient),
    ]);
    return { sub: identity?.sub ?? '', cameraProblem };
  },
  component: TanrenLinkPage,
});

/** Loads the link. Known data is shown at once, and the screen refetches it. */
async function loadTanrenLink(queryClient: QueryClient): Promise<void> {
  const quiet = { meta: { errorShownByPage: true }, staleTime: 'static' } as const;
  // A menu that cannot be loaded must not keep a member from using a machine.
  const run = queryClient.query({ ...menuRunQuery, ...quiet }).catch(() => null);
  const machines = queryClient.query({ ...nextMachinesQuery, ...quiet }).catch(() => null);
  try {
    await queryClient.query({ ...tanrenConnectionQuery, ...quiet });
  } catch (error) {
    // The page still shows the running menu that the device has stored, even without a network.
    if (!isNetworkError(error) || (await run) === null) namingWhat('マシンとの接続')(error);
  }
  await Promise.all([run, machines]);
}

function TanrenLinkPage() {
  const { data } = useQuery({ ...tanrenConnectionQuery, meta: { errorShownByPage: true } });
  return data === undefined ? <RunWithoutLink /> : <LinkAndRun />;
}

/**
 * Shows the running menu while it is not known whether a machine is linked. The page replaces it
 * when it is.
 */
function RunWithoutLink() {
  const followed = useRunOrder(useRunProgress());
  return (
    <Page title="マシンと接続" wide>
      <Notice Icon={IconWifiOff}>
        通信できないため、マシンとの接続を確認できません。通信が戻ると表示されます。
      </Notice>
      {followed === null ? null : (
        <>
          <RunPanel followed={followed} />
          <RunSteps followed={followed} linkedTypeId={null} />
        </>
      )}
    </Page>
  );
}

/** Shows the link with a machine and the menu in progress on it. */
function LinkAndRun() {
  const link = useTanrenLink();
  const followed = useRunOrder(
    useRunProgress(describeLiftedBout(link), link.snapshot.live.rejected?.workoutUuid ?? null),
  );
  const { unlink } = useUnlink();
  if (followed === null || isBehind(followed.run, link.connection)) {
    return (
      <TanrenLinkScreen
        link={link}
        plan={null}
        next={null}
        isMenuDone={false}
        above={<RunMissing />}
        below={null}
      />
    );
  }
  const { progress } = followed;
  const machine = link.connection?.machine ?? null;
  const plan = machine === null ? null : planMachine(progress.items, machine);
  const isMenuDone = progress.next === null;
  const isLifting = link.snapshot.live.bout?.lifting === true;
  return (
    <TanrenLinkScreen
      link={link}
      plan={plan}
      next={guideToNext(followed)}
      isMenuDone={isMenuDone}
      above={
        isMenuDone ? (
          <RunDone followed={followed} leave={machine === null ? null : unlink} />
        ) : machine === null ? (
          <RunPanel followed={followed} />
        ) : (
          <RunStrip followed={followed} isPart={plan !== null} />
        )
      }
      below={
        <>
          {machine === null || isLifting ? null : (
            <SkipSet followed={followed} linkedTypeId={machine.workoutTypeId} />
          )}
          <RunSteps followed={followed} linkedTypeId={machine?.workoutTypeId ?? null} />
          {isMenuDone ? null : (
            <EndEarly followed={followed} leave={machine === null ? null : unlink} />
          )}
        </>
      }
    />
  );
}

/**
 * Returns whether the member has linked another machine after the last set. The menu is then over,
 * whether or not it was ended.
 */
function isBehind(
  { completedAt }: TrainingSessionRun,
  connection: TanrenConnection | null,
): boolean {
  if (completedAt === null || connection === null) return false;
  return Date.parse(connection.linkedAt) > Date.parse(completedAt);
}

function TanrenLinkScreen({ link, isMenuDone, above, below, ...guide }: TanrenLinkScreenProps) {
  const { connection, ended, snapshot } = link;
  const { live } = snapshot;
  const { code, machine } = Route.useSearch();
  const { cameraProblem } = Route.useLoaderData();
  const navigate = useNavigate();
  const toClaim = code === undefined ? null : parseClaimCode(code);
  const [claimed, setClaimed] = useState<WorkoutClaim | null>(null);
  // The code is still in view of the camera, which would open by itself and ask again.
  const [hasAsked, setHasAsked] = useState(false);
  if (toClaim !== null && !hasAsked) setHasAsked(true);
  const fromAddress = code === undefined ? null : parseLinkCode(code);
  const needsConfirmation =
    fromAddress !== null && fromAddress.machineId !== connection?.machine.id;
  const isDone =
    code !== undefined && connection !== null && !needsConfirmation && toClaim === null;
  useEffect(() => {
    // The code is removed from the address, so that neither a reload nor the end of the link asks
    // again.
    if (isDone) void navigate({ to: '/tanren-link', search: {}, replace: true });
  }, [isDone, navigate]);
  const [wasLinked, setWasLinked] = useState(false);
  if (connection !== null && !wasLinked) setWasLinked(true);
  useTopOfChange(connection?.connectionId ?? null);
  useFingerShield(connection?.connectionId ?? null);
  const showClaimed = (claim: WorkoutClaim) => {
    setClaimed(claim);
    void navigate({ to: '/tanren-link', search: {}, replace: true });
  };
  if (toClaim !== null) {
    return (
      <FormPage title="記録を受け取る">
        <ClaimedFromAddress code={toClaim} isLinked={connection !== null} onClaimed={showClaimed} />
      </FormPage>
    );
  }
  if (needsConfirmation) {
    return (
      <FormPage title="マシンと接続">
        <LinkedFromAddress code={fromAddress} linkedMachineId={connection?.machine.id ?? null} />
      </FormPage>
    );
  }
  if (connection !== null) {
    return (
      <LiveView
        connection={connection}
        snapshot={snapshot}
        machinesReachable={link.machinesReachable}
        above={
          <>
            <ClaimedNotice claim={claimed} />
            {above}
          </>
        }
        below={below}
        leavesAbove={isMenuDone}
        {...guide}
      />
    );
  }
  const reason = live.unlinked?.reason ?? findUnseenReason(ended);
  const hasLeft = reason === 'member';
  const stored = isMenuDone ? withoutBest(live.stored) : live.stored;
  return (
    <Page title="マシンと接続" wide>
      {above}
      <MachinesUnreachable answer={link} />
      <UnlinkedNotice reason={hasLeft && stored !== null ? null : reason} />
      <RejectedNotice rejected={live.rejected} />
      <StoredNotice stored={stored} celebrated={live.celebrated} hasLeft={hasLeft} />
      <ClaimedNotice claim={claimed} />
      <FormError
        text={
          code === undefined
            ? null
            : 'リンクの接続コードを読み取れません。マシンの画面のQRコードか接続コードをお使いください。'
        }
      />
      <LinkWays
        machineId={machine ?? null}
        isAfterLink={wasLinked || hasAsked}
        cameraProblem={cameraProblem}
        isSecondary={isMenuDone}
        claim={<ClaimForm onClaimed={showClaimed} />}
      />
      {below}
    </Page>
  );
}

/** Scrolls to the top when the content under the same address changes, like a new page. */
function useTopOfChange(shown: string | null): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
  }, [shown]);
}

interface TanrenLinkScreenProps {
  readonly link: TanrenLink;
  /** `null` when no menu is in progress, or not on this machine. */
  readonly plan: BoutPlan | null;
  /** Machine to go to after the plan is done. */
  readonly next: NextMachineGuide | null;
  /** Whether the menu is done. Ending it is then the next step, not another machine. */
  readonly isMenuDone: boolean;
  /** Content about the menu in progress, above and below the main content. */
  readonly above: ReactNode;
  readonly below: ReactNode;
}

/**
 * Returns why the last link has ended. Returns `null` if the member ended it, who then knows the
 * reason.
 */
function findUnseenReason(ended: TanrenLink['ended']): string | null {
  return ended === null || ended.reason === 'member' ? null : ended.reason;
}
