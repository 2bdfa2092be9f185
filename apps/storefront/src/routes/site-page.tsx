import { useSuspenseQuery } from '@tanstack/react-query'
import { sitePageQuery } from '../features/site-pages/load-site-page.ts'
import { TextPage } from '../features/site-pages/text-page.tsx'
import { useParams } from '../routing/hooks.ts'
import { paths } from '../routing/paths.ts'
import { useApp } from '../shared/app-context.tsx'

/** A page with the organizer's own text, or with the default text. */
export function SitePage() {
  const { slug = '' } = useParams()
  const { data: page } = useSuspenseQuery(sitePageQuery(useApp(), slug))
  return <TextPage page={page} canonicalPath={paths.sitePage(page.slug).to} />
}
