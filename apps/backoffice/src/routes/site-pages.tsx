import { isSitePageSlug } from '@foyer/domain'
import { getRouteApi } from '@tanstack/react-router'
import { PageScreen } from '../features/settings/page-screen.tsx'
import { PagesScreen } from '../features/settings/pages-screen.tsx'
import { RouteMissing } from './route-failed.tsx'
import { useOrganizer } from './use-signed-in.ts'

const sitePage = getRouteApi('/signed-in/o/$organizer/settings/pages/$page')

export function PagesRoute() {
  return <PagesScreen organizer={useOrganizer()} />
}

export function SitePageRoute() {
  const { page } = sitePage.useParams()
  const organizer = useOrganizer()
  if (!isSitePageSlug(page)) return <RouteMissing />
  return <PageScreen key={page} organizer={organizer} slug={page} />
}
