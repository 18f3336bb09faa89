import type { ReactNode } from 'react';
import classes from './logo.module.css';

/** Draws the logo: a weight stack with its pin. */
export function LogoMark({ width }: { readonly width: number }) {
  return (
    <svg viewBox="112 80 352 352" width={width} height={width} aria-hidden focusable="false">
      <g fill="#fff">
        <rect x="128" y="96" width="256" height="44" rx="10" />
        <rect x="128" y="156" width="256" height="44" rx="10" />
        <rect x="128" y="276" width="256" height="44" rx="10" />
        <rect x="128" y="336" width="256" height="44" rx="10" />
        <rect x="128" y="396" width="256" height="20" rx="10" fillOpacity=".4" />
      </g>
      <path
        fill="#ce171e"
        d="M138 216h236a10 10 0 0 1 10 10v2h62a10 10 0 0 1 0 20h-62v2a10 10 0 0 1-10 10H138a10 10 0 0 1-10-10v-24a10 10 0 0 1 10-10z"
      />
    </svg>
  );
}

/** Shows the bar above a page, with the logo in its middle. */
export function LogoBar({ children }: { readonly children: ReactNode }) {
  return <header className={classes.bar}>{children}</header>;
}
