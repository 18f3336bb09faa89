import type { TrainedMemberDetail } from '@tanren/contract/trainer-members';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { LinkEnded } from './link-ended.tsx';
import { trainedMemberQuery } from './trained-members.queries.ts';

const Member = createContext<TrainedMemberDetail | null>(null);

interface WithinLinkProps {
  readonly memberId: number;
  /** What else remembers the member forgets them. */
  readonly onEnded: (memberId: number) => void;
  readonly children: ReactNode;
}

/** Pages about a member: there as long as the link is, whichever call notices its end. */
export function WithinLink({ memberId, onEnded, children }: WithinLinkProps) {
  const { data: member } = useSuspenseQuery(trainedMemberQuery(memberId));
  if (member === null) return <LinkEnded key={memberId} memberId={memberId} onEnded={onEnded} />;
  return <Member.Provider value={member}>{children}</Member.Provider>;
}

export function useMember(): TrainedMemberDetail {
  const member = useContext(Member);
  if (member === null) throw new Error('a page about a member stands outside of the link');
  return member;
}
