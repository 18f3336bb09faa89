import type { Visibility } from '@tanren/domain/training-sessions';

export const visibilityNames = {
  private: '非公開',
  public: '公開',
} as const satisfies Record<Visibility, string>;

export const visibilityChoices: readonly {
  readonly id: Visibility;
  readonly label: string;
  readonly text: string;
}[] = [
  {
    id: 'private',
    label: visibilityNames.private,
    text: '自分だけが見られます。検索にも表示されません。',
  },
  {
    id: 'public',
    label: visibilityNames.public,
    text: '公開すると、ニックネームとともにほかの会員に表示され、検索やお気に入りの対象になります。',
  },
];
