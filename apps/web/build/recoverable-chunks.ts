import type { Plugin } from 'vite';

/**
 * The router's plugin puts a page and its loader into a chunk, and loads it by functions of the
 * router that reload the page or give up when the chunk is missing. Ours let the app recover.
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
