import { toGymTime } from '@tanren/domain/gym-day';
import { exerciseHabits, sexes, trainingPurposes } from '@tanren/domain/profile-choices';
import type { ExportPart, ExportRow, MemberData } from '#db/member-data.ts';
import type { UserInfoRow } from '#db/schema/userinfo.ts';
import { deleteUserInfo, findUserInfo } from './userinfo.store.ts';

const profilePart: ExportPart = {
  name: 'profile',
  title: 'プロフィール',
  headers: [
    'ニックネーム',
    '身長（cm）',
    '体重（kg）',
    '生年月日',
    '性別',
    '運動習慣',
    'トレーニングの目的',
    'ランキングへの掲載',
    '登録日時（日本時間）',
    '更新日時（日本時間）',
  ],
  async *readRows(db, { sub }) {
    const found = await findUserInfo(db, sub);
    if (found !== null) yield describe(found.profile);
  },
};

function describe({ sub: _sub, ...profile }: UserInfoRow): ExportRow {
  return {
    record: profile,
    cells: [
      profile.nickname,
      profile.height,
      profile.weight,
      profile.birthDate,
      labelOf(sexes, profile.sex),
      labelOf(exerciseHabits, profile.exerciseHabit),
      profile.trainingPurposes.map((id) => labelOf(trainingPurposes, id)).join('、'),
      profile.rankingVisible ? '掲載する' : '掲載しない',
      toGymTime(profile.createdAt),
      toGymTime(profile.updatedAt),
    ],
  };
}

function labelOf(choices: readonly { id: string; label: string }[], id: string | null) {
  return choices.find((choice) => choice.id === id)?.label ?? id;
}

export const userInfoData: MemberData = { erase: deleteUserInfo, exports: [profilePart] };
