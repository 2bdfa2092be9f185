import { isSitePageSlug } from '@foyer/domain'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { AddressScreen } from '../features/settings/address-screen.tsx'
import { FeesScreen } from '../features/settings/fees/fees-screen.tsx'
import { LookScreen } from '../features/settings/look-screen.tsx'
import { PageScreen } from '../features/settings/page-screen.tsx'
import { PagesScreen } from '../features/settings/pages-screen.tsx'
import { PoliciesScreen } from '../features/settings/policies-screen.tsx'
import { SettingsFrame } from '../features/settings/settings-frame.tsx'
import { RouteMissing } from './route-failed.tsx'
import { useOrganizer } from './use-signed-in.ts'

const sitePage = getRouteApi('/signed-in/o/$organizer/settings/pages/$page')

export function SettingsRoute() {
  return (
    <SettingsFrame organizer={useOrganizer()}>
      <Outlet />
    </SettingsFrame>
  )
}

export function LookRoute() {
  return <LookScreen organizer={useOrganizer()} />
}

export function AddressRoute() {
  return <AddressScreen organizer={useOrganizer()} />
}

export function PoliciesRoute() {
  return <PoliciesScreen organizer={useOrganizer()} />
}

export function FeesRoute() {
  return <FeesScreen organizer={useOrganizer()} />
}

export function PagesRoute() {
  return <PagesScreen organizer={useOrganizer()} />
}

export function SitePageRoute() {
  const { page } = sitePage.useParams()
  const organizer = useOrganizer()
  if (!isSitePageSlug(page)) return <RouteMissing />
  return <PageScreen key={page} organizer={organizer} slug={page} />
}
