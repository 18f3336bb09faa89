import type { ComponentType } from 'react';
import { BodyMapPicture, NextLoadPicture, RecordsPicture } from './pictures-progress.tsx';
import {
  LinkPicture,
  ProfilePicture,
  RegisterPicture,
  WorkoutPicture,
} from './pictures-first-visit.tsx';
import type { PictureName } from './page-document.ts';
import {
  RankingPicture,
  ReservationPicture,
  SessionPicture,
  TrainerPicture,
} from './pictures-gym-life.tsx';

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
