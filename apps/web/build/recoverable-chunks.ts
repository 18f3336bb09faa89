import type { Plugin } from 'vite';

/**
 * Replaces the functions of the router that load the chunk of a page. When the chunk is missing,
 * they reload the page or give up. The replacements let the app recover.
 */
export const recoverableChunks: Plugin = {
  name: 'recoverable-chunks',
  enforce: 'post',
  transform: {
    filter: { id: /\/src\/routes\//, code: /\blazy(?:RouteComponent|Fn)\b/ },
    handler: (code) =>
      code
        .replace(routerImport('lazyRouteComponent'), ourImport('lazyRouteComponent', 'lazyScreen'))
        .replace(routerImport('lazyFn'), ourImport('lazyFn', 'lazyFunction')),
  },
};

function routerImport(name: string): RegExp {
  return new RegExp(`import \\{ ${name} \\} from ["']@tanstack/react-router["']`);
}

function ourImport(name: string, ours: string): string {
  return `import { ${ours} as ${name} } from '#lib/builds/chunks.ts'`;
}
