import * as Type from 'typebox';
import { endpoint } from './endpoint.ts';

/** A file, not JSON: read the answer's bytes. Its name is in Content-Disposition. */
const ZipFile = Type.Unsafe<unknown>({ type: 'string', format: 'binary' });

export const exportMemberData = endpoint({
  method: 'GET',
  url: '/my/export',
  access: 'member',
  summary: 'Everything kept about the member as one zip file of JSON and CSV',
  schema: { produces: ['application/zip'], response: { 200: ZipFile } },
});
