import type { Plugin } from 'vite'

/** A line of a route that names the files of its page: `modules: ['src/routes/order.tsx'],` */
const MODULES = /^ *modules?: .*,\n/gm

/**
 * Removes from the browser's routes the names of their files. Only the server reads them, to preload
 * the files of a page; every first load would contain all of them (0.2 kB gzip).
 */
export function leanRoutes(): Plugin {
  return {
    name: 'foyer:lean-routes',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/storefront\/src\/(routes|demo|platform)\/[\w-]*routes?(-table)?\.tsx?$/ },
      handler: (code) => ({ code: code.replaceAll(MODULES, ''), map: null }),
    },
  }
}
