import { honorificOf } from '@tanren/domain/members/honorifics';
import { IconUserHeart } from '@tabler/icons-react';
import { formatGymDate, gymDateOf } from '#lib/dates.ts';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import classes from './my-trainer.module.css';

interface TrainerCardProps {
  readonly nickname: string;
  readonly linkedAt: string;
}

/** Shows the trainer's name and the start of the link. */
export function TrainerCard({ nickname, linkedAt }: TrainerCardProps) {
  return (
    <Row as="section" gap={16} align="center" card padding={16} aria-label="連携中のトレーナー">
      <Stack as="span" fixed className={classes.sign}>
        <IconUserHeart size={24} stroke={1.75} aria-hidden />
      </Stack>
      <Box shrinks>
        <Text size={20} weight={700} leading="snug">
          {nickname}
          <Note as="span" weight={400} className={classes.suffix}>
            {honorificOf(nickname)}
          </Note>
        </Text>
        <Note leading="loose">
          <time dateTime={linkedAt}>{formatGymDate(gymDateOf(linkedAt))}</time>から連携中
        </Note>
      </Box>
    </Row>
  );
}
