import type { MutationCache as RealCache } from '@tanstack/react-query'

let makeCache = (): RealCache => {
  throw new Error('A mutation started before its cache was loaded')
}

/** Called by the module with which the code of mutations arrives. */
export function provideCache(make: () => RealCache): void {
  makeCache = make
}

/**
 * The first load's cache of mutations. It makes the real one for the first mutation, and until then
 * is empty, as the real one would be.
 */
export class MutationCache {
  #cache: RealCache | undefined

  build(...input: Parameters<RealCache['build']>) {
    this.#cache ??= makeCache()
    return this.#cache.build(...input)
  }
  getAll() {
    return this.#cache?.getAll() ?? []
  }
  findAll(...input: Parameters<RealCache['findAll']>) {
    return this.#cache?.findAll(...input) ?? []
  }
  notify(...input: Parameters<RealCache['notify']>) {
    this.#cache?.notify(...input)
  }
  async resumePausedMutations() {
    await this.#cache?.resumePausedMutations()
  }
  clear() {
    this.#cache?.clear()
  }
}
