import { exportMemberData } from '@tanren/contract/member-export';
import { downloadFile } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';

export async function downloadExport(): Promise<void> {
  saveFile(await downloadFile(exportMemberData, {}), 'tanren-export.zip');
}
