import { describe, expect, test } from 'vitest'
import { ownPath, paths } from './paths.ts'

test('every screen has one address', () => {
  const built = Object.fromEntries(
    Object.entries({
      start: paths.start(),
      signIn: paths.signIn({ to: '/o/roxy' }),
      secondFactor: paths.secondFactor(),
      signUp: paths.signUp(),
      checkMail: paths.checkMail('reset'),
      confirm: paths.confirm(),
      forgotten: paths.forgotten(),
      newPassword: paths.newPassword(),
      invitation: paths.invitation(),
      organizers: paths.organizers(),
      newOrganizer: paths.newOrganizer(),
      account: paths.account(),
      home: paths.home('roxy'),
      orders: paths.orders('roxy'),
      order: paths.order('roxy', '1'),
      events: paths.events('roxy'),
      newEvent: paths.newEvent('roxy'),
      eventSales: paths.eventSales('roxy', 'e1'),
      event: paths.event('roxy', '1'),
      eventTickets: paths.eventTickets('roxy', '1'),
      dates: paths.dates('roxy', '1'),
      repeat: paths.repeat('roxy', '1'),
      venues: paths.venues('roxy'),
      newVenue: paths.newVenue('roxy'),
      venue: paths.venue('roxy', '1'),
      money: paths.money('roxy'),
      importExport: paths.importExport('roxy'),
      settings: paths.settings('roxy'),
      look: paths.look('roxy'),
      address: paths.address('roxy'),
      policies: paths.policies('roxy'),
      fees: paths.fees('roxy'),
      privacy: paths.privacy('roxy'),
      sitePages: paths.sitePages('roxy'),
      sitePage: paths.sitePage('roxy', 'terms'),
      team: paths.team('roxy', { role: 'gate' }),
      auditLog: paths.auditLog('roxy'),
    }).map(([name, { to }]) => [name, to]),
  )
  expect(built).toEqual({
    start: '/',
    signIn: '/sign-in',
    secondFactor: '/sign-in',
    signUp: '/sign-up',
    checkMail: '/check-mail',
    confirm: '/confirm',
    forgotten: '/forgotten',
    newPassword: '/new-password',
    invitation: '/invitation',
    organizers: '/organizers',
    newOrganizer: '/organizers/new',
    account: '/account',
    home: '/o/$organizer',
    orders: '/o/$organizer/orders',
    order: '/o/$organizer/orders/$orderId',
    events: '/o/$organizer/events',
    newEvent: '/o/$organizer/events/new',
    eventSales: '/o/$organizer/events/$eventId/sales',
    event: '/o/$organizer/events/$eventId',
    eventTickets: '/o/$organizer/events/$eventId/tickets',
    dates: '/o/$organizer/events/$eventId/dates',
    repeat: '/o/$organizer/events/$eventId/dates/repeat',
    venues: '/o/$organizer/venues',
    newVenue: '/o/$organizer/venues/new',
    venue: '/o/$organizer/venues/$venueId',
    money: '/o/$organizer/money',
    importExport: '/o/$organizer/import',
    settings: '/o/$organizer/settings',
    look: '/o/$organizer/settings/look',
    address: '/o/$organizer/settings/address',
    policies: '/o/$organizer/settings/policies',
    fees: '/o/$organizer/settings/fees',
    privacy: '/o/$organizer/settings/privacy',
    sitePages: '/o/$organizer/settings/pages',
    sitePage: '/o/$organizer/settings/pages/$page',
    team: '/o/$organizer/team',
    auditLog: '/o/$organizer/audit-log',
  })
})

describe('after signing in, a person continues', () => {
  test.each(['/o/roxy/team', '/o/roxy/team?q=ada&role=gate', '/account'])('at %s', (path) => {
    expect(ownPath(path)).toBe(path)
  })

  test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:1', '', 7])(
    'not at %j, which is no screen of ours',
    (path) => {
      expect(ownPath(path)).toBeUndefined()
    },
  )
})
