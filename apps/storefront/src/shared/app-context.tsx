import type { Client, TenantView } from '@foyer/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'

/** What every screen can use: the calls, the tenant and the base of its pages. */
export interface AppContext {
  /** The typed client: in-process on the server, over the network in the browser. */
  call: Client
  tenant: TenantView
  /** Path prefix of the tenant's pages: '' or '/harbor'. */
  base: string
  /** Whether the demonstrations beside the product can be opened. */
  hasDemos: boolean
}

/** The router's context: loaders get it, components call {@link useApp}. */
export interface RouterContext {
  app: AppContext
  queryClient: QueryClient
}

const Context = createContext<AppContext | null>(null)

export function AppProvider({ app, children }: { app: AppContext; children: ReactNode }) {
  return <Context value={app}>{children}</Context>
}

/** The app of this page. Throws outside of {@link AppProvider}, which is a programming error. */
export function useApp(): AppContext {
  const app = useContext(Context)
  if (!app) throw new Error('useApp needs an AppProvider above it')
  return app
}
