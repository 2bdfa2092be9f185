import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { staffApi } from './index.ts'

/**
 * Whoever has a stolen session must sign in again before money, tickets or many people's data move. Each
 * call of an organizer's team that changes something, or hands out a file, asks for that by its
 * declaration, or is named here with the reason why it does not.
 */
const NOT_ASKED: Readonly<Record<string, readonly string[]>> = {
  'changes the catalogue, which no buyer has paid for and the log shows': [
    ...['createOfficeEvent', 'changeOfficeEvent', 'duplicateOfficeEvent', 'deleteOfficeEvent'],
    ...['moveOfficeEvent', 'createOfficeVenue', 'changeOfficeVenue', 'deleteOfficeVenue'],
    ...['createTicketGroup', 'changeTicketGroup', 'createOfficeTicketType', 'orderTickets'],
    ...['changeOfficeTicketType', 'createOfficeAddOn', 'changeOfficeAddOn', 'setAddOnLimit'],
    ...['createSession', 'changeSession', 'setSessionState', 'startBulkChange', 'stopBulkChange'],
    ...['createSamples', 'deleteSamples', 'startTest', 'endTest', 'importFile', 'exportFile'],
    ...['uploadEventPicture', 'changeEventPicture', 'removeEventPicture', 'uploadVenuePicture'],
    ...['removeVenuePicture', 'stopDisruption'],
  ],
  'changes when and to whom something is sold, at its price': [
    ...['changeEventSales', 'changeTypeSales', 'changeSessionSales', 'pauseSales', 'resumeSales'],
    ...['createAccessCode', 'createAccessCodes', 'revokeAccessCode'],
  ],
  'makes codes, which take off what a rule says': [
    ...['createCouponGroup', 'changeCouponGroup', 'createCouponCode', 'createCouponCodes'],
    'changeCouponCode',
  ],
  'changes texts and colours of the shop': [
    ...['changeLook', 'uploadLogo', 'changePolicies', 'changeOwnPage', 'revertOwnPage'],
    'changePrivacy',
  ],
  'shows what would be, and changes nothing': [
    ...['previewLook', 'previewOwnPage', 'exampleFees', 'simulateCart', 'previewBulkChange'],
    ...['previewCallOff', 'previewRefund', 'refreshAccount', 'checkDomain'],
  ],
  'mails the buyer of one order alone what is theirs': ['resendOrder', 'mailWaiverLinks'],
  'mails the buyers of a date from the shop’s own sender, as shown before, some times a day': [
    'mailSession',
  ],
  'writes what only the team reads': ['addOrderNote', 'changeOrderTags'],
  'takes a right away, which must never wait': ['withdrawInvitation'],
}

/** Calls that ask only where it matters, and where that is. */
const ASKED_BY_NEED: Readonly<Record<string, string>> = {
  disruptSession: 'not for moving a date of which nothing is sold; see called-off-sessions.test.ts',
}

const changing = Object.entries<Endpoint>(staffApi).filter(
  ([, { access, method, path }]) =>
    access.kind === 'staff' && (method !== 'GET' || path.includes('/exports')),
)
const isAsked = ({ access }: Endpoint) => 'isRecent' in access && access.isRecent === true
const isAskedByNeed = ({ access }: Endpoint) =>
  'isRecent' in access && access.isRecent === 'by_need'

test('each call that moves money, tickets or many people’s data asks for a fresh sign-in', () => {
  const named = new Set(Object.values(NOT_ASKED).flat())
  const silent = changing.filter(
    ([name, each]) => !isAsked(each) && !isAskedByNeed(each) && !named.has(name),
  )
  expect(silent.map(([name]) => name)).toEqual([])
})

test('each call that asks only where it matters is named with what matters', () => {
  const byNeed = changing.filter(([, each]) => isAskedByNeed(each)).map(([name]) => name)
  expect(byNeed).toEqual(Object.keys(ASKED_BY_NEED))
})

test('no call is named as not asked that is asked, or does not exist', () => {
  const all = new Map(changing)
  const wrong = Object.values(NOT_ASKED)
    .flat()
    .filter((name) => {
      const each = all.get(name)
      return !each || isAsked(each) || isAskedByNeed(each)
    })
  expect(wrong).toEqual([])
})
