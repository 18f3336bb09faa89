import { IconEyeOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { MenuRowContent, menuRow } from '#ui/menu-section.tsx';
import { SwitchTrack } from '#ui/switch-track.tsx';
import { changeRankingVisibilityMutation } from './userinfo.queries.ts';

/** Takes effect at once; should the server refuse, the switch goes back. */
export function RankingVisibility({ visible }: { readonly visible: boolean }) {
  const [hidden, setHidden] = useState(!visible);
  const [known, setKnown] = useState(visible);
  // Switched elsewhere: by another part of the page, or on another device.
  if (known !== visible) {
    setKnown(visible);
    setHidden(!visible);
  }
  const change = useMutation(changeRankingVisibilityMutation(useQueryClient()));
  return (
    <li>
      <button
        type="button"
        role="switch"
        aria-checked={hidden}
        className={menuRow}
        onClick={() => {
          if (change.isPending) return;
          setHidden(!hidden);
          change.mutate(hidden, {
            onError: () => {
              setHidden(hidden);
            },
          });
        }}
      >
        <MenuRowContent
          Icon={IconEyeOff}
          label="ランキングに掲載しない"
          end={<SwitchTrack on={hidden} />}
        />
      </button>
    </li>
  );
}
