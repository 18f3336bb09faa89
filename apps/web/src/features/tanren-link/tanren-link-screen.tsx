import { parseLinkCode } from '@tanren/domain/machine-links';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormError } from '#ui/form-error.tsx';
import { Page } from '#ui/page.tsx';
import { LinkedFromAddress, LinkWays } from './link-ways.tsx';
import { RejectedNotice, StoredNotice, UnlinkedNotice } from './live-notices.tsx';
import { LiveView } from './live-view.tsx';
import type { BoutPlan } from './live-words.ts';
import type { TanrenLink } from './use-tanren-link.ts';

/** Another content under the same address begins at its top, as another page would. */
export function useTopOfChange(shown: string | null): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
  }, [shown]);
}

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
