import { Row, Text } from '#ui/layout.tsx';
import classes from './step-progress.module.css';

interface StepProgressProps {
  /** Number of the current step, from 1. */
  readonly step: number;
  readonly steps: number;
}

/** Shows how far a task of several pages has come, above the title of each page. */
export function StepProgress({ step, steps }: StepProgressProps) {
  return (
    <Row gap={12} align="center">
      <Row gap={4} grow aria-hidden>
        {Array.from({ length: steps }, (_, index) => (
          <span
            key={index}
            className={classes.plate}
            data-state={index + 1 < step ? 'done' : index + 1 === step ? 'current' : 'open'}
          />
        ))}
      </Row>
      <Text as="span" size={14} weight={500} quiet leading="flat" fixed>
        <span className={classes.words}>ステップ</span>
        {`${step}/${steps}`}
      </Text>
    </Row>
  );
}
