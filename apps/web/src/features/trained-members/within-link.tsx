import type { TrainedMemberDetail } from '@tanren/contract/trainer-members';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { LinkEnded } from './link-ended.tsx';
import { dropUnshared, trainedMemberQuery } from './trained-members.queries.ts';

const Member = createContext<TrainedMemberDetail | null>(null);

interface WithinLinkProps {
  readonly memberId: number;
  /** What else remembers the member forgets them. */
  readonly onEnded: (memberId: number) => void;
  readonly children: ReactNode;
}

/** Pages about a member: there as long as the link is, whichever call notices its end. */
export function WithinLink({ memberId, onEnded, children }: WithinLinkProps) {
  const queryClient = useQueryClient();
  const { data: member } = useSuspenseQuery(trainedMemberQuery(memberId));
  // By now nothing shows it: what is shown would ask for it anew.
  useEffect(() => {
    if (member !== null) dropUnshared(queryClient, member);
  }, [queryClient, member]);
  if (member === null) return <LinkEnded key={memberId} memberId={memberId} onEnded={onEnded} />;
  return <Member.Provider value={member}>{children}</Member.Provider>;
}

export function useMember(): TrainedMemberDetail {
  const member = useContext(Member);
  if (member === null) throw new Error('a page about a member stands outside of the link');
  return member;
}
