import { useMutation } from '@tanstack/react-query';
import { downloadExport } from './download-export.ts';

export function useExport() {
  const { mutate, isPending } = useMutation({
    mutationKey: ['my', 'export'],
    mutationFn: downloadExport,
  });
  return {
    busy: isPending,
    save: () => {
      if (!isPending) mutate();
    },
  };
}
