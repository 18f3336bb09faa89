import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { NewGymScreen } from '#features/staff-gyms/new-gym-screen.tsx';
import { StaffGymScreen } from '#features/staff-gyms/staff-gym-screen.tsx';
import { staffGymQuery } from '#features/staff-gyms/use-gym-editor.ts';
import { StaffGymsScreen } from '#features/staff-gyms/staff-gyms-screen.tsx';
import { isApiError } from '#lib/errors.ts';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';

export const StaffGymsPage = StaffGymsScreen;
export const StaffGymPage = StaffGymScreen;
export const NewGymPage = NewGymScreen;

export async function loadStaffGyms(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...gymsQuery, staleTime: 3_000 });
}

export async function loadStaffGym(queryClient: QueryClient, gymId: number): Promise<void> {
  try {
    await queryClient.query({ ...staffGymQuery(gymId), meta: { toldByPage: true } });
  } catch (error) {
    throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
  }
}
