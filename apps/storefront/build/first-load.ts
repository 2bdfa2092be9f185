import type { Plugin, Rolldown } from 'vite'

/**
 * What the first page needs goes into one file. Left alone, the bundler gives every set of modules
 * that some screens share a file of its own: eighteen requests where one will do.
 */
export function firstLoad(roots: readonly string[]) {
  const modules = new Set<string>()
  const plugin: Plugin = {
    name: 'foyer:first-load',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const visit = (id: string) => {
        if (modules.has(id)) return
        modules.add(id)
        this.getModuleInfo(id)?.importedIds.forEach(visit)
      }
      for (const id of this.getModuleIds()) if (roots.some((root) => id.endsWith(root))) visit(id)
    },
  }
  const group: Rolldown.CodeSplittingGroup = {
    name: 'app',
    test: (id) => modules.has(id),
    includeDependenciesRecursively: false,
  }
  return { plugin, group }
}
