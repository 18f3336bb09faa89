/* The questions that a gym asks before the first training, as simple as the PAR-Q+ asks them. */

/** Version of the questions. Answers to an earlier version count as missing, so it changes rarely. */
export const healthCheckVersion = 1;

/**
 * The questions in their order. Answers are stored under the keys, so a question with another
 * meaning needs another key and another version.
 */
export const healthQuestions = [
  {
    key: 'heart',
    text: '医師から、心臓の病気または高血圧があると言われたことがありますか？',
  },
  {
    key: 'chestPain',
    text: '安静にしているとき、または体を動かしたときに、胸に痛みを感じることがありますか？',
  },
  {
    key: 'dizziness',
    text: 'この1年のあいだに、めまいでふらついたことや、気を失ったことがありますか？',
  },
  {
    key: 'otherCondition',
    text: '心臓の病気と高血圧のほかに、長く治療や通院を続けている病気がありますか？',
  },
  {
    key: 'medication',
    text: '続いている病気のために、処方された薬を飲んでいますか？',
  },
  {
    key: 'joints',
    text: '運動すると悪くなるおそれのある、骨・関節・筋肉などの痛みやけががありますか？（この1年のものを含みます）',
  },
  {
    key: 'supervised',
    text: '医師から、運動を控えるように、または医師の管理のもとで行うように言われたことがありますか？',
  },
] as const;

export type HealthQuestionKey = (typeof healthQuestions)[number]['key'];

/** One answer for each question: `true` for はい. */
export type HealthAnswers = Readonly<Record<HealthQuestionKey, boolean>>;

/** Returns a record with one value for each question. */
export function mapHealthQuestions<Value>(
  read: (key: HealthQuestionKey) => Value,
): Record<HealthQuestionKey, Value> {
  const entries = healthQuestions.map(({ key }) => [key, read(key)]);
  return Object.fromEntries(entries) as Record<HealthQuestionKey, Value>;
}

/** Returns whether the member should see a doctor or talk to staff. It never forbids training. */
export function hasConcern(answers: HealthAnswers): boolean {
  return healthQuestions.some(({ key }) => answers[key]);
}

export const healthStates = ['unanswered', 'concern', 'clear'] as const;
export type HealthState = (typeof healthStates)[number];

export interface HealthCheck {
  readonly version: number;
  readonly answers: HealthAnswers;
}

export function findHealthState(check: HealthCheck | null): HealthState {
  if (check === null || check.version !== healthCheckVersion) return 'unanswered';
  return hasConcern(check.answers) ? 'concern' : 'clear';
}

/** Number of days for which answers are stored. The member may answer anew at any time. */
export const healthCheckDays = 365;
