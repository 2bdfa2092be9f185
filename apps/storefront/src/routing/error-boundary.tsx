import { Component, type ComponentType, type ReactNode } from 'react'
import type { Location } from './route.ts'
import { useShown } from './router-provider.tsx'

interface ErrorBoundaryProps {
  /** Replaces what failed. */
  screen: ComponentType<{ error: unknown }>
  children: ReactNode
}

/** Catches errors of rendering; the next address is a new try. */
export function ErrorBoundary(props: ErrorBoundaryProps) {
  return <Catching {...props} location={useShown().location} />
}

interface Caught {
  location: Location
  thrown: { error: unknown } | null
}

class Catching extends Component<ErrorBoundaryProps & { location: Location }, Caught> {
  override state: Caught = { location: this.props.location, thrown: null }

  static getDerivedStateFromError(error: unknown): Pick<Caught, 'thrown'> {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps(
    { location }: { location: Location },
    state: Caught,
  ): Caught | null {
    return location === state.location ? null : { location, thrown: null }
  }

  override render() {
    const { screen: Screen, children } = this.props
    const { thrown } = this.state
    return thrown ? <Screen error={thrown.error} /> : children
  }
}
