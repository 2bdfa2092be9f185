import type { ComponentType } from 'react'
import type { LazyScreen } from '../routing/lazy-screen.ts'
import type { Route } from '../routing/route.ts'

/** What differs between a tenant's shop and the platform's own pages. */
export interface Site {
  /** The first row that matches an address is its route. */
  routes: readonly Route[]
  /** The screen for an unknown address. */
  noPage: LazyScreen
  Header: ComponentType
  Footer: ComponentType
}
