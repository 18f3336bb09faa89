import { useLocation, useNavigate } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly memberQuery?: string;
  }
}

/**
 * What was looked for, kept by the browser with the page: it is there after a look at a member.
 * Not in the address, which would keep names and e-mail addresses in the history of a shared tablet.
 */
export function useKeptQuery() {
  const query = useLocation({ select: ({ state }) => state.memberQuery ?? '' });
  const navigate = useNavigate();
  const keep = (memberQuery: string) =>
    void navigate({ to: '/staff/members', state: { memberQuery }, replace: true });
  return { query, keep } as const;
}
