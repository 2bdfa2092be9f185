import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const QUERY_CORE = /\/query-core\/build\/modern\/(\w+)\.js$/
const LEAN_CACHE = fileURLToPath(new URL('./lean-mutation-cache.ts', import.meta.url))
/** Follows the address of query-core's module of a mutation. */
const WITH_CACHE = '?with-cache'

/**
 * Takes mutations out of the first load (1.3 kB gzip). The query client would make a cache of them at
 * once, but only screens of orders and waivers have any. The module that `useMutation` needs brings
 * the real cache along.
 */
export function leanMutations(): Plugin {
  return {
    name: 'foyer:lean-mutations',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      const from = QUERY_CORE.exec(importer ?? '')?.[1]
      if (from === 'queryClient' && source === './mutationCache.js') return LEAN_CACHE
      if (from !== 'mutationObserver' || source !== './mutation.js') return null
      const mutation = await this.resolve(source, importer, { skipSelf: true })
      return mutation && mutation.id + WITH_CACHE
    },
    load(id) {
      if (!id.endsWith(WITH_CACHE)) return null
      return {
        code: `
          import { provideCache } from ${JSON.stringify(LEAN_CACHE)}
          import { MutationCache } from './mutationCache.js'
          provideCache(() => new MutationCache())
          export { getDefaultState } from './mutation.js'`,
        moduleSideEffects: true,
      }
    },
  }
}
