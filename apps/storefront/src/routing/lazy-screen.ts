import { type ComponentType, createElement, type ReactElement, use } from 'react'

/** A component in a chunk of its own: there at once where it was fetched before, else it suspends. */
export interface LazyScreen<Props = object> {
  (props: Props): ReactElement
  /** Fetches the chunk, once. Rejects where it can't be had; the next call tries again. */
  preload(): Promise<void>
}

/** Not React's `lazy`: that one suspends for a moment even where the chunk is there already. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const fetchOnce = () => {
    loading ??= load().then((component) => {
      loaded = component
      return component
    })
    return loading
  }
  const Screen = (props: Props) => createElement(loaded ?? use(fetchOnce()), props)
  Screen.preload = async () => {
    try {
      await fetchOnce()
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return Screen
}
