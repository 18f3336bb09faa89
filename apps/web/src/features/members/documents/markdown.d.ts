declare module '*.md' {
  import type { PageDocument } from '#features/members/documents/page-document.ts';

  export const pageDocument: PageDocument;
}
