import { parseRouteId } from '@tanren/domain/route-paths';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function readMember(text: string): string | null {
  return uuid.test(text) ? text.toLowerCase() : null;
}

/** Staff name a member by the account's id; whatever is none does not match, so it is 404. */
export const memberParam = {
  parse: (raw: { member: string }): { member: string } | false => {
    const member = readMember(raw.member);
    return member === null ? false : { member };
  },
  stringify: (params: { member: string }) => params,
};

export const memberWorkoutParams = {
  parse: (raw: {
    member: string;
    workoutId: string;
  }): { member: string; workoutId: number } | false => {
    const member = readMember(raw.member);
    const workoutId = parseRouteId(raw.workoutId);
    return member === null || workoutId === null ? false : { member, workoutId };
  },
  stringify: ({ member, workoutId }: { member: string; workoutId: number }) => ({
    member,
    workoutId: String(workoutId),
  }),
};
