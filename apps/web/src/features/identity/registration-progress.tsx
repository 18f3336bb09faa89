import { StepProgress } from '#ui/forms/step-progress.tsx';

/** Pages of a registration in their order, each with one group of questions. */
const steps = ['account', 'code', 'body', 'habit', 'terms'] as const;

/** Shows where a newcomer is on the way from the first form to the home page. */
export function RegistrationProgress({ at }: { readonly at: (typeof steps)[number] }) {
  return <StepProgress step={steps.indexOf(at) + 1} steps={steps.length} />;
}
