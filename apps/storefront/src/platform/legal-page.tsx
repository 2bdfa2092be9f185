import { useSuspenseQuery } from '@tanstack/react-query'
import { platformPageQuery } from '../features/site-pages/load-site-page.ts'
import { TextPage } from '../features/site-pages/text-page.tsx'
import { useLocation } from '../routing/hooks.ts'
import { useApp } from '../shared/app-context.tsx'

/** The platform's terms or privacy policy: the first segment of the address names it. */
export function LegalPage() {
  const { path } = useLocation()
  const { data: page } = useSuspenseQuery(platformPageQuery(useApp(), path.slice(1)))
  return <TextPage page={page} canonicalPath={path} />
}
