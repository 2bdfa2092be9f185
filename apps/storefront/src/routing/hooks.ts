import { useMemo } from 'react'
import type { RawSearch } from './address.ts'
import type { Location, Params } from './route.ts'
import type { Router } from './router.ts'
import { useRouter, useShown } from './router-provider.tsx'

/** The location of the screen that is shown. */
export const useLocation = (): Location => useShown().location

/** The named parameters of its path. */
export const useParams = (): Params => useLocation().params

/** Its query, read by the screen's reader. */
export function useSearch<Search extends object>(read: (raw: RawSearch) => Search): Search {
  const { search } = useLocation()
  return useMemo(() => read(search), [search, read])
}

/** Navigates; the promise resolves once the next screen is handed over. */
export const useNavigate = (): Router['navigate'] => useRouter().navigate
