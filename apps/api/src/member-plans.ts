import type { MemberPlans } from './modules/tanren-connection/describe-link.ts';
import { findDueItems } from './modules/training-session-runs/training-session-runs.service.ts';
import { findMachineLoads } from './modules/workout-loads/workout-loads.service.ts';

/** What machines are told about whoever links with them, from the modules that know it. */
export const memberPlans: MemberPlans = { findLoads: findMachineLoads, findDueItems };
