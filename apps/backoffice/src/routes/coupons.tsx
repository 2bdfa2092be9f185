import { getRouteApi, Outlet } from '@tanstack/react-router'
import { CodesScreen } from '../features/coupons/codes-screen.tsx'
import { CouponsFrame } from '../features/coupons/coupons-frame.tsx'
import { GroupsScreen } from '../features/coupons/groups-screen.tsx'
import { RulesScreen } from '../features/coupons/rules-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const groupsRoute = getRouteApi('/signed-in/o/$organizer/coupons/groups')
const rulesRoute = getRouteApi('/signed-in/o/$organizer/coupons/rules')
const codesRoute = getRouteApi('/signed-in/o/$organizer/coupons/codes')

export function CouponsRoute() {
  return (
    <CouponsFrame organizer={useOrganizer()}>
      <Outlet />
    </CouponsFrame>
  )
}

export function CouponGroupsRoute() {
  const navigate = groupsRoute.useNavigate()
  return (
    <GroupsScreen
      organizer={useOrganizer()}
      search={groupsRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

export function CouponCodesRoute() {
  const navigate = codesRoute.useNavigate()
  return (
    <CodesScreen
      organizer={useOrganizer()}
      search={codesRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}

export function CheckoutRulesRoute() {
  const navigate = rulesRoute.useNavigate()
  return (
    <RulesScreen
      organizer={useOrganizer()}
      search={rulesRoute.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
