import { parseLinkCode } from '@tanren/domain/machine-links';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { FormError } from '#ui/form-error.tsx';
import { Page } from '#ui/page.tsx';
import type { BoutPlan } from './bout-plan.ts';
import { LinkWays } from './link-ways.tsx';
import { LinkedFromAddress } from './linked-from-address.tsx';
import { LiveView } from './live-view.tsx';
import { RejectedNotice } from './rejected-notice.tsx';
import { StoredNotice } from './stored-notice.tsx';
import { UnlinkedNotice } from './unlinked-notice.tsx';
import { useTopOfChange } from './use-top-of-change.ts';
import type { TanrenLink } from './use-tanren-link.ts';

const route = getRouteApi('/tanren-link');

interface TanrenLinkScreenProps {
  readonly link: TanrenLink;
  /** null: no session is followed, or not on this machine. */
  readonly plan: BoutPlan | null;
  /** The type to go to when the plan is done. */
  readonly nextTypeId: number | null;
  /** About the session that is followed, before and after what the page is for. */
  readonly above: ReactNode;
  readonly below: ReactNode;
}

/** Why the last link has ended, if the page has not heard it: who ends it by hand knows. */
function findUntold(ended: TanrenLink['ended']): string | null {
  return ended === null || ended.reason === 'member' ? null : ended.reason;
}

export function TanrenLinkScreen({ link, above, below, ...guide }: TanrenLinkScreenProps) {
  const { connection, ended, snapshot } = link;
  const { live } = snapshot;
  const { code, machine } = route.useSearch();
  const navigate = useNavigate();
  const fromAddress = code === undefined ? null : parseLinkCode(code);
  const asks = fromAddress !== null && fromAddress.machineId !== connection?.machine.id;
  const isDone = code !== undefined && connection !== null && !asks;
  useEffect(() => {
    // The code leaves the address, so that neither a reload nor the end of the link asks again.
    if (isDone) void navigate({ to: '/tanren-link', search: {}, replace: true });
  }, [isDone, navigate]);
  useTopOfChange(connection?.connectionId ?? null);
  if (connection !== null && !asks) {
    return (
      <LiveView
        connection={connection}
        snapshot={snapshot}
        above={above}
        below={below}
        {...guide}
      />
    );
  }
  return (
    <Page
      title="マシンと接続"
      lead="マシンの画面に表示されているQRコードか接続コードで接続します。"
    >
      {asks ? (
        <LinkedFromAddress code={fromAddress} linkedMachineId={connection?.machine.id ?? null} />
      ) : (
        <>
          {above}
          <UnlinkedNotice reason={live.unlinked?.reason ?? findUntold(ended)} />
          <RejectedNotice rejected={live.rejected} />
          <StoredNotice stored={live.stored} celebrated={live.celebrated} />
          <FormError
            text={
              code === undefined
                ? null
                : 'リンクの接続コードを読み取れません。マシンの画面のQRコードか接続コードをお使いください。'
            }
          />
          <LinkWays machineId={machine ?? null} />
          {below}
        </>
      )}
    </Page>
  );
}
