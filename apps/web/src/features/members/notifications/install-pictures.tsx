import type { ReactNode } from 'react';
import { Stack } from '#ui/layout.tsx';
import classes from './notifications.module.css';

/** Draws a simple phone with the given content on its screen. */
function Phone({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 72 120" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
      <rect x="5" y="3" width="62" height="114" rx="10" />
      {children}
    </svg>
  );
}

/** Style of the part to tap, which is always red. */
const target = { stroke: 'var(--color-secondary-red)', strokeWidth: 2.5 } as const;

const steps = [
  {
    text: 'Safariで開き、共有ボタンをタップします。',
    picture: (
      <Phone>
        <path d="M13 20h46M13 30h34M13 40h40" />
        <path d="M5 98h62" />
        <g {...target}>
          <path d="M31 106h-3v9h16v-9h-3" />
          <path d="M36 111v-10m-4 4 4-4 4 4" />
        </g>
      </Phone>
    ),
  },
  {
    text: '一覧を下へ送り、「ホーム画面に追加」をタップします。',
    picture: (
      <Phone>
        <rect x="11" y="44" width="50" height="18" rx="4" />
        <path d="M17 53h26" />
        <g {...target}>
          <rect x="11" y="68" width="50" height="18" rx="4" />
          <path d="M17 77h22M52 72v10m-5-5h10" />
        </g>
        <rect x="11" y="92" width="50" height="18" rx="4" />
        <path d="M17 101h26" />
      </Phone>
    ),
  },
  {
    text: 'ホーム画面のTANRENを開き、この画面で通知をオンにします。',
    picture: (
      <Phone>
        <rect x="13" y="16" width="12" height="12" rx="3" />
        <rect x="30" y="16" width="12" height="12" rx="3" />
        <rect x="47" y="16" width="12" height="12" rx="3" />
        <g {...target}>
          <rect x="13" y="36" width="12" height="12" rx="3" />
          <path d="M15 42h8m-6-3v6m4-6v6" />
        </g>
      </Phone>
    ),
  },
];

/** Shows how to add the app to the home screen of an iPhone, whose browser has no button for it. */
export function InstallPictures() {
  return (
    <Stack as="ol" gap={16} className={classes.steps}>
      {steps.map(({ text, picture }) => (
        <li key={text}>
          {picture}
          <span>{text}</span>
        </li>
      ))}
    </Stack>
  );
}
