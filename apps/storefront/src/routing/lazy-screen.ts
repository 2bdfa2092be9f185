import { type ComponentType, createElement, type ReactElement, use } from 'react'

/** A component in a chunk of its own: renders at once if the chunk is loaded, else suspends. */
export interface LazyScreen<Props = object> {
  (props: Props): ReactElement
  /** Loads the chunk once. Rejects if it cannot be loaded; the next call tries again. */
  preload(): Promise<void>
}

/** Not React's `lazy`, which suspends for a moment even if the chunk is loaded. */
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
