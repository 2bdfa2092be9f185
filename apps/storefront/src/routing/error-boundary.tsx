import { Component, type ComponentType, type ReactNode } from 'react'
import type { Place } from './route.ts'
import { useShown } from './router-provider.tsx'

interface ErrorBoundaryProps {
  /** Stands in for what failed. */
  screen: ComponentType<{ error: unknown }>
  children: ReactNode
}

/** What a screen throws while it renders ends here; the next address is a new try. */
export function ErrorBoundary(props: ErrorBoundaryProps) {
  return <Catching {...props} place={useShown().place} />
}

interface Caught {
  place: Place
  thrown: { error: unknown } | null
}

class Catching extends Component<ErrorBoundaryProps & { place: Place }, Caught> {
  override state: Caught = { place: this.props.place, thrown: null }

  static getDerivedStateFromError(error: unknown): Pick<Caught, 'thrown'> {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps({ place }: { place: Place }, state: Caught): Caught | null {
    return place === state.place ? null : { place, thrown: null }
  }

  override render() {
    const { screen: Screen, children } = this.props
    const { thrown } = this.state
    return thrown ? <Screen error={thrown.error} /> : children
  }
}
