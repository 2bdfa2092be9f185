import type { ReportSubject } from '@foyer/contract'
import type { SitePageSlug } from '@foyer/domain'
import { linkOptions } from '@tanstack/react-router'
import type {
  AuditSearch,
  CouponsSearch,
  DatesSearch,
  EventsSearch,
  ImportSearch,
  NewEventSearch,
  OperatorLogSearch,
  OrdersSearch,
  PlatformSearch,
  ReportSearch,
  SimulatorSearch,
  TeamSearch,
  VenuesSearch,
} from './search.ts'

/** Where a person continues after signing in: a path of the back office, without `/admin`. */
interface Continuing {
  to?: string
}

/** The one builder of links. Spread its result: `<Link {...paths.team(slug)}>`. */
export const paths = {
  start: () => linkOptions({ to: '/' }),
  signIn: (search: Continuing = {}) => linkOptions({ to: '/sign-in', search }),
  /** After the password; a reload stays there. */
  secondFactor: (search: Continuing = {}) =>
    linkOptions({ to: '/sign-in', search: { ...search, step: 'second-factor' } }),
  signUp: () => linkOptions({ to: '/sign-up' }),
  checkMail: (about: 'sign-up' | 'reset') => linkOptions({ to: '/check-mail', search: { about } }),
  confirm: () => linkOptions({ to: '/confirm' }),
  forgotten: () => linkOptions({ to: '/forgotten' }),
  newPassword: () => linkOptions({ to: '/new-password' }),
  invitation: () => linkOptions({ to: '/invitation' }),
  organizers: () => linkOptions({ to: '/organizers' }),
  newOrganizer: () => linkOptions({ to: '/organizers/new' }),
  account: () => linkOptions({ to: '/account' }),
  /** Of the platform's operators. */
  platform: (search: PlatformSearch = {}) => linkOptions({ to: '/platform/organizers', search }),
  operated: (slug: string) => linkOptions({ to: '/platform/organizers/$slug', params: { slug } }),
  platformConfiguration: () => linkOptions({ to: '/platform/configuration' }),
  platformHealth: () => linkOptions({ to: '/platform/health' }),
  platformLog: (search: OperatorLogSearch = {}) => linkOptions({ to: '/platform/log', search }),
  home: (organizer: string) => linkOptions({ to: '/o/$organizer', params: { organizer } }),
  orders: (organizer: string, search: OrdersSearch = {}) =>
    linkOptions({ to: '/o/$organizer/orders', params: { organizer }, search }),
  order: (organizer: string, orderId: string) =>
    linkOptions({ to: '/o/$organizer/orders/$orderId', params: { organizer, orderId } }),
  events: (organizer: string, search: EventsSearch = {}) =>
    linkOptions({ to: '/o/$organizer/events', params: { organizer }, search }),
  newEvent: (organizer: string, search: NewEventSearch = {}) =>
    linkOptions({ to: '/o/$organizer/events/new', params: { organizer }, search }),
  /** The details of an event, the first of its tabs. */
  event: (organizer: string, eventId: string) =>
    linkOptions({ to: '/o/$organizer/events/$eventId', params: { organizer, eventId } }),
  eventTickets: (organizer: string, eventId: string) =>
    linkOptions({ to: '/o/$organizer/events/$eventId/tickets', params: { organizer, eventId } }),
  /** When it may be bought. */
  eventSales: (organizer: string, eventId: string) =>
    linkOptions({ to: '/o/$organizer/events/$eventId/sales', params: { organizer, eventId } }),
  dates: (organizer: string, eventId: string, search: DatesSearch = {}) =>
    linkOptions({
      to: '/o/$organizer/events/$eventId/dates',
      params: { organizer, eventId },
      search,
    }),
  /** Dates by a rule. */
  repeat: (organizer: string, eventId: string) =>
    linkOptions({
      to: '/o/$organizer/events/$eventId/dates/repeat',
      params: { organizer, eventId },
    }),
  venues: (organizer: string, search: VenuesSearch = {}) =>
    linkOptions({ to: '/o/$organizer/venues', params: { organizer }, search }),
  newVenue: (organizer: string, search: { next?: 'event' } = {}) =>
    linkOptions({ to: '/o/$organizer/venues/new', params: { organizer }, search }),
  venue: (organizer: string, venueId: string) =>
    linkOptions({ to: '/o/$organizer/venues/$venueId', params: { organizer, venueId } }),
  /** Leads on to the first tab. */
  coupons: (organizer: string) =>
    linkOptions({ to: '/o/$organizer/coupons', params: { organizer } }),
  couponGroups: (organizer: string, search: CouponsSearch = {}) =>
    linkOptions({ to: '/o/$organizer/coupons/groups', params: { organizer }, search }),
  couponCodes: (organizer: string, search: CouponsSearch = {}) =>
    linkOptions({ to: '/o/$organizer/coupons/codes', params: { organizer }, search }),
  checkoutRules: (organizer: string, search: CouponsSearch = {}) =>
    linkOptions({ to: '/o/$organizer/coupons/rules', params: { organizer }, search }),
  couponReport: (
    organizer: string,
    subject: ReportSubject,
    subjectId: string,
    search: ReportSearch = {},
  ) =>
    linkOptions({
      to: '/o/$organizer/coupons/reports/$subject/$subjectId',
      params: { organizer, subject, subjectId },
      search,
    }),
  simulator: (organizer: string, search: SimulatorSearch = {}) =>
    linkOptions({ to: '/o/$organizer/coupons/rules/simulator', params: { organizer }, search }),
  money: (organizer: string) => linkOptions({ to: '/o/$organizer/money', params: { organizer } }),
  importExport: (organizer: string, search: ImportSearch = {}) =>
    linkOptions({ to: '/o/$organizer/import', params: { organizer }, search }),
  /** Leads on to the first tab. */
  settings: (organizer: string) =>
    linkOptions({ to: '/o/$organizer/settings', params: { organizer } }),
  look: (organizer: string) =>
    linkOptions({ to: '/o/$organizer/settings/look', params: { organizer } }),
  address: (organizer: string) =>
    linkOptions({ to: '/o/$organizer/settings/address', params: { organizer } }),
  policies: (organizer: string) =>
    linkOptions({ to: '/o/$organizer/settings/policies', params: { organizer } }),
  fees: (organizer: string) =>
    linkOptions({ to: '/o/$organizer/settings/fees', params: { organizer } }),
  privacy: (organizer: string) =>
    linkOptions({ to: '/o/$organizer/settings/privacy', params: { organizer } }),
  sitePages: (organizer: string) =>
    linkOptions({ to: '/o/$organizer/settings/pages', params: { organizer } }),
  sitePage: (organizer: string, page: SitePageSlug) =>
    linkOptions({ to: '/o/$organizer/settings/pages/$page', params: { organizer, page } }),
  team: (organizer: string, search: TeamSearch = {}) =>
    linkOptions({ to: '/o/$organizer/team', params: { organizer }, search }),
  auditLog: (organizer: string, search: AuditSearch = {}) =>
    linkOptions({ to: '/o/$organizer/audit-log', params: { organizer }, search }),
} as const

/** The page of an event in the shop, as its team sees it before it is published. Not one of this app. */
export const draftUrl = (organizer: string, eventId: string): string =>
  `/draft/${organizer}/${eventId}/events-api/${eventId}`

/** The path to continue at, if it is one of ours; anything else could lead to another site. */
export const ownPath = (to: unknown): string | undefined =>
  typeof to === 'string' && /^\/(?![/\\])[\w\-./?=&%+~]*$/.test(to) ? to : undefined
