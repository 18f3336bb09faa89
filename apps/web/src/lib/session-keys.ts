/** What the keys of queries begin with: about sessions, the one under way, and those done. */
export const trainingSessionsKey = 'training-sessions';
export const sessionRunKey = 'training-session-run';
export const doneRunsKey = 'training-session-runs';
