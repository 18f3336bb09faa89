import { connectionRules } from './connection-rules.ts';
import type { Evidence } from './evidence.ts';
import { messageRules } from './message-rules.ts';
import type { Rule } from './rule.ts';
import { workoutRules } from './workout-rules.ts';

export const rules: readonly Rule[] = [...connectionRules, ...messageRules, ...workoutRules];

export interface Verdict {
  readonly rule: Rule;
  readonly result: 'kept' | 'broken' | 'not judged';
  /** The mistake of the machine. `null` unless the rule is broken. */
  readonly seen: string | null;
}

export function judgeMachine(evidence: Evidence): Verdict[] {
  return rules.map((rule) => {
    const seen = rule.judge(evidence);
    if (seen === undefined) return { rule, result: 'not judged', seen: null };
    return { rule, result: seen === null ? 'kept' : 'broken', seen };
  });
}

/** Describes the verdicts for a person. */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  const lines = verdicts.map(({ rule, result, seen }) => {
    const first = `${result.padEnd(10)}  ${rule.name}`;
    if (seen === null) return first;
    return `${first}\n    expected: ${rule.expected}\n    seen:     ${seen}\n    to do:    ${rule.advice}`;
  });
  const broken = verdicts.filter(({ result }) => result === 'broken').length;
  const judged = verdicts.filter(({ result }) => result !== 'not judged').length;
  const summary =
    broken === 0
      ? `The machine keeps all ${judged} rules that were judged.`
      : `The machine breaks ${broken} of ${judged} rules.`;
  return `${lines.join('\n')}\n\n${summary}\n`;
}
