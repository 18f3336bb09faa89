import { exportMemberData } from '@tanren/contract/member-export';
import { downloadFile } from '#lib/api.ts';

/** Into the browser's downloads. A link alone could not carry the token. */
export async function downloadExport(): Promise<void> {
  const file = await downloadFile(exportMemberData);
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = 'tanren-export.zip';
  link.click();
  URL.revokeObjectURL(url);
}
