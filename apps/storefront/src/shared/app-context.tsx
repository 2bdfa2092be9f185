import type { Client, TenantView } from '@foyer/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'

/** What every screen may ask for: the calls, the tenant and where the pages live. */
export interface AppContext {
  /** The typed client; on the server it answers in-process, in the browser over the network. */
  call: Client
  tenant: TenantView
  /** Path prefix of the tenant's pages: '' or '/harbor'. */
  base: string
  /** Whether the demonstrations beside the product can be opened. */
  hasDemos: boolean
}

/** The router's context: loaders get it, components use {@link useApp}. */
export interface RouterContext {
  app: AppContext
  queryClient: QueryClient
}

const Context = createContext<AppContext | null>(null)

export function AppProvider({ app, children }: { app: AppContext; children: ReactNode }) {
  return <Context value={app}>{children}</Context>
}

/** The app of this page. Throws outside of {@link AppProvider}: that is a mistake in the code. */
export function useApp(): AppContext {
  const app = useContext(Context)
  if (!app) throw new Error('useApp needs an AppProvider above it')
  return app
}
