import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { useSessionRun } from './session-run.queries.ts';

/** Whether a session is under way could not be asked: without a word it would look like none. */
export function RunMissing() {
  return <LoadAgainIfMissing what="トレーニング中のメニュー" query={useSessionRun()} />;
}
