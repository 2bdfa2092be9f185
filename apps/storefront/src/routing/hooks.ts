import { useMemo } from 'react'
import type { RawSearch } from './address.ts'
import type { Location, Params } from './route.ts'
import type { Router } from './router.ts'
import { useRouter, useShown } from './router-provider.tsx'

/** The address of the screen that is shown. */
export const useLocation = (): Location => useShown().location

/** The parts of its path that the route gives names to. */
export const useParams = (): Params => useLocation().params

/** Its query as a screen reads it. */
export function useSearch<Search extends object>(read: (raw: RawSearch) => Search): Search {
  const { search } = useLocation()
  return useMemo(() => read(search), [search, read])
}

/** Leads on; the answer resolves once the next screen is handed over. */
export const useNavigate = (): Router['navigate'] => useRouter().navigate
