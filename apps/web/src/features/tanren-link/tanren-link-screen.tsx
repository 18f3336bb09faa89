import { parseLinkCode } from '@tanren/domain/link-code';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ChannelPhase } from '#lib/realtime-channel.ts';
import { FormError } from '#ui/form-error.tsx';
import { Page } from '#ui/page.tsx';
import { LinkWays } from './link-ways.tsx';
import { LinkedFromAddress } from './linked-from-address.tsx';
import { LiveView } from './live-view.tsx';
import { RejectedNotice } from './rejected-notice.tsx';
import { StoredNotice } from './stored-notice.tsx';
import { tanrenConnectionQuery } from './tanren-link.queries.ts';
import { UnlinkedNotice } from './unlinked-notice.tsx';
import { useLiveFeed } from './use-live-feed.ts';

const route = getRouteApi('/tanren-link');

/** Another device may have changed the link, and messages may have been lost. */
const askAgainMs = 30_000;
const listening: readonly ChannelPhase[] = ['connected', 'waiting'];

export function TanrenLinkScreen() {
  const { sub } = route.useLoaderData();
  const { code } = route.useSearch();
  const navigate = useNavigate();
  const { data: connection } = useSuspenseQuery(tanrenConnectionQuery);
  const snapshot = useLiveFeed(sub, connection?.connectionId ?? null);
  const { live, channel } = snapshot;
  useQuery({
    ...tanrenConnectionQuery,
    // While the channel is down the page says so; calls that fail would each say it again.
    refetchInterval: listening.includes(channel.phase) ? askAgainMs : false,
  });
  const fromAddress = code === undefined ? null : parseLinkCode(code);
  const asks = fromAddress !== null && fromAddress.machineId !== connection?.machine.id;
  const isDone = code !== undefined && connection !== null && !asks;
  useEffect(() => {
    // The code leaves the address, so that neither a reload nor the end of the link asks again.
    if (isDone) void navigate({ to: '/tanren-link', search: {}, replace: true });
  }, [isDone, navigate]);
  if (connection !== null && !asks) return <LiveView connection={connection} snapshot={snapshot} />;
  return (
    <Page
      title="マシンと接続"
      lead="マシンの画面に表示されているQRコードか接続コードで接続します。"
    >
      {asks ? (
        <LinkedFromAddress code={fromAddress} linkedMachineId={connection?.machine.id ?? null} />
      ) : (
        <>
          <UnlinkedNotice unlinked={live.unlinked} />
          <RejectedNotice rejected={live.rejected} />
          <StoredNotice stored={live.stored} celebrated={live.celebrated} />
          <FormError
            text={
              code === undefined
                ? null
                : 'リンクの接続コードを読み取れません。マシンの画面のQRコードか接続コードをお使いください。'
            }
          />
          <LinkWays />
        </>
      )}
    </Page>
  );
}
