import { type HealthAnswers, healthQuestions } from '@tanren/domain/memberships/health-check';
import { List, Row, Text } from '#ui/layout.tsx';

/** Shows each question of the health check with its answer. */
export function HealthAnswerList({ answers }: { readonly answers: HealthAnswers }) {
  return (
    <List as="ol" divided>
      {healthQuestions.map(({ key, text }) => (
        <Row key={key} as="li" gap={16} align="baseline" justify="between" padding="8 0">
          <Text as="span" leading="snug">
            {text}
          </Text>
          <Text as="strong" nowrap quiet={!answers[key]}>
            {answers[key] ? 'はい' : 'いいえ'}
          </Text>
        </Row>
      ))}
    </List>
  );
}
