import { useLocation } from '@tanstack/react-router';
import { findPlace, type Place } from './find-place.ts';

/** Of the page that is shown. */
export function usePlace(): Place | null {
  return useLocation({ select: ({ pathname }) => findPlace(pathname) });
}
