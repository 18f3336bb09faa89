import type { ComponentType } from 'react';
import { BodyMapPicture } from './picture-body-map.tsx';
import { LinkPicture } from './picture-link.tsx';
import type { PictureName } from './picture-name.ts';
import { NextLoadPicture } from './picture-next-load.tsx';
import { ProfilePicture } from './picture-profile.tsx';
import { RankingPicture } from './picture-ranking.tsx';
import { RecordsPicture } from './picture-records.tsx';
import { RegisterPicture } from './picture-register.tsx';
import { ReservationPicture } from './picture-reservation.tsx';
import { SessionPicture } from './picture-session.tsx';
import { TrainerPicture } from './picture-trainer.tsx';
import { WorkoutPicture } from './picture-workout.tsx';

const pictures: Readonly<Record<PictureName, ComponentType>> = {
  register: RegisterPicture,
  profile: ProfilePicture,
  link: LinkPicture,
  workout: WorkoutPicture,
  records: RecordsPicture,
  'body-map': BodyMapPicture,
  'next-load': NextLoadPicture,
  session: SessionPicture,
  ranking: RankingPicture,
  reservation: ReservationPicture,
  trainer: TrainerPicture,
};

export function TutorialPicture({ name }: { readonly name: PictureName }) {
  const Picture = pictures[name];
  return <Picture />;
}
