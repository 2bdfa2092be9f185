import type { staffApi } from '@foyer/contract'
import { DEFAULT_POLICY, type Role } from '@foyer/domain'
import type { ValidCall } from './valid-calls.ts'

/** What the calls below name. */
interface StaffWorld {
  /** A member of the team whom the call may be about, with the role that the test gives them. */
  otherId: string
  invitationId: string
  /** A session of the person who calls. */
  sessionId: string
}

const TOKEN = 'a'.repeat(43)
const PASSWORD = 'four words in a row'
const BYTES = 'AAAA'
const ROLE: Role = 'gate'
const VERSION = 'a'.repeat(20)

/** The end of a page: a key and an id. */
const CURSOR = Buffer.from(
  JSON.stringify({ key: 'quiet', id: '0190a0a0-0000-7000-8000-000000000000' }),
).toString('base64url')

/** The details of an event, as its screen sends them. */
export const EVENT_DETAILS = {
  name: 'Quiet Hours',
  description: 'The museum after dark.',
  story: 'One paragraph.\n\nAnother one.',
  category: 'exhibition' as const,
  currency: 'usd',
  feeSetId: null,
  isTimedEntry: true,
  isContinuousCalendar: true,
  isPriceDifferenceShown: false,
  doorsMinutes: 30,
  minimumAge: 12,
  ageNote: 'With an adult',
  accessNotes: ['Step-free'],
  lineUp: [{ name: 'Ada', role: 'Guide', time: '19:30' }],
  isTransferable: true,
  importantInformation: ['Bring a coat'],
}

/** The details of a venue, as its screen sends them. */
export const VENUE_DETAILS = {
  name: 'Lantern Hall',
  streetAddress: '1 Main Street',
  city: 'Portland',
  state: 'Oregon',
  postalCode: '97201',
  country: 'US',
  timeZone: 'America/Los_Angeles',
  description: 'A hall with a balcony.',
  gettingThere: ['Tram 4'],
  accessNotes: ['A lift'],
  coordinates: { latitude: 45.5, longitude: -122.7 },
  rooms: [],
}
const FEE_TYPE: 'flat' | 'percentage' = 'percentage'
const FEE = { feeType: FEE_TYPE, flatMinor: 0, ratePpm: 125_000, isAbsorbed: false }
const FEE_SET = { name: 'Service fee', ...FEE, taxRateId: null }
const TAX_RATE = { name: 'IVA', ratePpm: 230_000, isInclusive: true, isDefault: false }

export const TYPE_DETAILS = {
  name: 'Adult',
  description: 'From 18 years',
  priceMinor: 1800,
  maxQuantity: 8,
  places: 1,
  displayPrice: '',
  feeSetId: null,
  taxRateId: null,
  ticketClass: 'vip' as const,
}

export const ADD_ON_DETAILS = {
  name: 'Audio guide',
  description: '',
  priceMinor: 500,
  maxQuantity: 10,
  feeSetId: null,
  taxRateId: null,
}

/**
 * A call of every endpoint of the back office that passes its schemas. A new endpoint does not compile
 * until it has a call here, with which the permission matrix tries it.
 */
export function staffCalls(world: StaffWorld): Record<keyof typeof staffApi, ValidCall> {
  const member = { params: { personId: world.otherId } }
  const invitation = { params: { invitationId: world.invitationId } }
  const event = { params: { eventId: world.otherId } }
  const order = { params: { orderId: world.otherId } }
  const venueId = world.otherId
  const venue = { params: { venueId } }
  const look = {
    name: 'Harbor Nights',
    tagline: '',
    hue: 200,
    footerText: '',
    instagramUrl: '',
    facebookUrl: '',
    xUrl: 'https://x.com/harbor',
    logoFile: null,
  }
  const passkey = { id: BYTES, rawId: BYTES, type: 'public-key' }
  const session = { params: { sessionId: world.otherId } }
  const sessionParts = { name: '', capacity: 100, types: [] }
  const schedule = {
    rule: 'FREQ=WEEKLY;BYDAY=SA',
    from: '2031-05-01',
    to: '2031-05-31',
    exceptDates: ['2031-05-03'],
    extraDates: [],
    times: { first: '10:00', last: '18:00', everyMinutes: 30 },
    durationMinutes: 30,
    ...sessionParts,
    variations: [{ weekdays: [6], from: '12:00', prices: [] }],
  }
  const callOff = { selection: { ids: [world.otherId] }, message: '' }
  return {
    signUp: { body: { name: 'Ada', email: 'new@example.com' } },
    requestReset: { body: { email: 'new@example.com' } },
    readStaffLink: { body: { token: TOKEN } },
    completeSignUp: { body: { token: TOKEN, name: 'Ada', password: PASSWORD } },
    completeReset: { body: { token: TOKEN, password: PASSWORD } },
    joinByInvitation: { body: { token: TOKEN, name: 'Ada', password: PASSWORD } },
    acceptInvitation: { body: { token: TOKEN } },
    signIn: { body: { email: 'nobody@example.com', password: PASSWORD } },
    answerSecondFactor: { body: { code: '123456' } },
    startPasskeySignIn: {},
    signInWithPasskey: {
      body: {
        ...passkey,
        response: { clientDataJSON: BYTES, authenticatorData: BYTES, signature: BYTES },
      },
    },
    signOut: {},
    getMe: {},
    registerOrganizer: {
      body: {
        name: 'Harbor Nights',
        slug: 'admin',
        supportEmail: 'help@example.com',
        currency: 'usd',
        locale: 'en-US',
      },
    },
    getAccount: {},
    changeName: { body: { name: 'Ada' } },
    changePassword: { body: { password: PASSWORD } },
    listStaffSessions: {},
    endStaffSession: { params: { sessionId: world.sessionId } },
    endOtherStaffSessions: {},
    startTotp: {},
    confirmTotp: { body: { code: '123456' } },
    removeTotp: {},
    renewRecoveryCodes: {},
    startPasskey: {},
    addPasskey: {
      body: {
        name: 'Laptop',
        passkey: { ...passkey, response: { clientDataJSON: BYTES, attestationObject: BYTES } },
      },
    },
    removePasskey: { params: { passkeyId: world.otherId } },
    getOrganizer: {},
    getTeam: {},
    invite: { body: { email: 'new@example.com', role: ROLE } },
    inviteAgain: invitation,
    withdrawInvitation: invitation,
    changeRole: { ...member, body: { role: ROLE } },
    removeMember: member,
    leaveTeam: {},
    getLook: {},
    changeLook: { body: { ...look, version: VERSION } },
    uploadLogo: {},
    previewLook: { body: look },
    getDomains: {},
    addDomain: { body: { host: 'tickets.example.com' } },
    checkDomain: { params: { host: 'tickets.example.com' } },
    makeMainDomain: { body: { host: null } },
    removeDomain: { params: { host: 'tickets.example.com' } },
    getContact: {},
    changeContact: {
      body: {
        supportEmail: 'help@example.com',
        senderName: '',
        replyTo: '',
        isSender: false,
        locale: 'en-US',
        currency: 'usd',
        timeZone: 'America/New_York',
        version: VERSION,
      },
    },
    getPolicies: {},
    changePolicies: {
      body: {
        reschedule: DEFAULT_POLICY.reschedule,
        upgrade: null,
        cancel: DEFAULT_POLICY.cancel,
        orderLookup: 'verified',
        waivesSmallTotals: true,
        importantInformation: ['Bring a coat.'],
        version: VERSION,
      },
    },
    listOwnPages: {},
    getOwnPage: { params: { slug: 'help' } },
    changeOwnPage: {
      params: { slug: 'help' },
      body: { title: 'Help', body: 'Ask us.', version: VERSION },
    },
    revertOwnPage: { params: { slug: 'help' }, query: { version: VERSION } },
    previewOwnPage: { params: { slug: 'help' }, body: { title: 'Help', body: 'Ask us.' } },
    findOrders: { query: { q: 'ada', date: '2031-05-01', state: 'PAID', tag: 'vip' } },
    listOrderTags: {},
    getDeskOrder: order,
    resendOrder: order,
    mailWaiverLinks: order,
    correctAddress: { ...order, body: { from: 'ada@example.com', to: 'eve@example.com' } },
    correctName: {
      ...order,
      body: {
        from: { firstName: 'Ada', lastName: 'Lovelace' },
        to: { firstName: 'Ada', lastName: 'Byron' },
        reason: 'A slip',
      },
    },
    addOrderNote: { ...order, body: { note: 'Called about the parking.' } },
    changeOrderTags: { ...order, body: { add: ['vip'], remove: ['press'] } },
    listAuditLog: {},
    getMoney: {},
    getMoneyFlow: {},
    connectAccount: {},
    refreshAccount: {},
    disconnectAccount: { body: { accountId: 'acct_1' } },
    listOfficeEvents: {
      query: { q: 'quiet', state: 'draft', sort: 'name', isDescending: 'true', after: CURSOR },
    },
    countSold: { query: { eventIds: world.otherId } },
    getOfficeEvent: event,
    createOfficeEvent: {
      body: { name: 'Quiet Hours', venueId, category: 'other', isTimedEntry: false },
    },
    changeOfficeEvent: { ...event, body: { ...EVENT_DETAILS, venueId, version: VERSION } },
    getTest: event,
    startTest: event,
    endTest: event,
    moveOfficeEvent: { ...event, body: { move: 'publish' } },
    duplicateOfficeEvent: { ...event, body: { name: 'Quiet Hours 2' } },
    deleteOfficeEvent: event,
    listOfficeVenues: { query: { q: 'hall', after: CURSOR } },
    getOfficeVenue: venue,
    createOfficeVenue: { body: VENUE_DETAILS },
    changeOfficeVenue: { ...venue, body: { ...VENUE_DETAILS, version: VERSION } },
    deleteOfficeVenue: venue,
    getTickets: event,
    createTicketGroup: { ...event, body: { name: 'Evenings', description: '', capacity: null } },
    changeTicketGroup: {
      params: { groupId: world.otherId },
      body: {
        ...{ name: 'Evenings', description: '', capacity: null },
        ...{ isArchived: false, version: VERSION },
      },
    },
    createOfficeTicketType: { ...event, body: { ...TYPE_DETAILS, groupId: world.otherId } },
    changeOfficeTicketType: {
      params: { ticketTypeId: world.otherId },
      body: { ...TYPE_DETAILS, isArchived: false, version: VERSION },
    },
    createOfficeAddOn: { ...event, body: { ...ADD_ON_DETAILS, capacity: 20 } },
    changeOfficeAddOn: {
      params: { addOnId: world.otherId },
      body: { ...ADD_ON_DETAILS, isArchived: false, version: VERSION },
    },
    setAddOnLimit: { params: { addOnId: world.otherId }, body: { capacity: 20 } },
    orderTickets: {
      ...event,
      body: {
        groups: [{ id: world.otherId, typeIds: [world.invitationId] }],
        addOnIds: [world.sessionId],
        orderVersion: VERSION,
      },
    },
    uploadEventPicture: { ...event, query: { alt: 'A hall', focusX: '0.5', focusY: '0.5' } },
    changeEventPicture: { ...event, body: { alt: 'A hall', focus: { x: 0.5, y: 0.5 } } },
    removeEventPicture: event,
    uploadVenuePicture: { ...venue, query: { alt: 'A hall' } },
    removeVenuePicture: venue,
    getChecklist: { query: { eventId: world.otherId } },
    listFees: {},
    exampleFees: { body: { priceMinor: 2500, fee: FEE, priceTax: null, feeTaxRateId: null } },
    createFeeSet: { body: FEE_SET },
    changeFeeSet: {
      params: { feeSetId: world.otherId },
      body: { ...FEE_SET, isArchived: false, version: VERSION },
    },
    createTaxRate: { body: TAX_RATE },
    changeTaxRate: {
      params: { taxRateId: world.otherId },
      body: { ...TAX_RATE, isArchived: false, version: VERSION },
    },
    getDates: event,
    listSessions: { ...event, query: { state: 'active' } },
    listDays: event,
    getSession: session,
    createSession: {
      ...event,
      body: { date: '2031-05-01', time: '19:30', durationMinutes: 60, ...sessionParts },
    },
    changeSession: { ...session, body: { version: '0'.repeat(20), ...sessionParts } },
    setSessionState: { ...session, body: { state: 'cancelled' } },
    disruptSession: {
      ...session,
      body: { kind: 'called_off', message: '', unanswered: 'refund' },
    },
    getDisruption: session,
    stopDisruption: session,
    continueDisruption: session,
    giveTickets: {
      body: {
        key: world.otherId,
        sessionId: world.otherId,
        tickets: [{ ticketTypeId: world.otherId, quantity: 2 }],
        person: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '' },
        reason: 'press',
        note: '',
      },
    },
    listSessionMessages: session,
    mailSession: {
      ...session,
      body: { key: world.otherId, subject: 'The north gate', body: 'Please come early.' },
    },
    getRefundable: order,
    listDeskTimes: order,
    quoteDeskTime: { ...order, query: { newSessionId: world.otherId } },
    listDeskUpgrades: order,
    quoteDeskCancellation: order,
    changeAtDesk: {
      ...order,
      body: {
        change: { type: 'reschedule', newSessionId: world.otherId },
        shown: { dueMinor: 0, refundMinor: 0 },
        reason: 'Ill',
      },
    },
    withdrawChange: order,
    cancelAtDesk: {
      ...order,
      body: { ticketIds: [world.otherId], shown: { refundMinor: 0 }, reason: 'Ill' },
    },
    previewRefund: { ...order, body: { wanted: { kind: 'whole', withFees: true } } },
    refundOrder: {
      ...order,
      body: {
        key: world.otherId,
        wanted: { kind: 'tickets', ticketIds: [world.otherId], withFees: true },
        shown: { amountMinor: 100, refundedMinor: 0 },
        reason: 'goodwill',
        note: '',
      },
    },
    previewBulkChange: { ...event, body: { change: { kind: 'create', schedule } } },
    startBulkChange: {
      ...event,
      body: { change: { kind: 'create', schedule }, digest: 'a' },
    },
    previewCallOff: { ...event, body: { callOff } },
    startCallOff: { ...event, body: { callOff, digest: 'a' } },
    importFile: { query: { kind: 'events', isDryRun: 'true' } },
    exportFile: { query: { kind: 'events' } },
    exportOrders: { body: { q: 'ada', date: '2031-05-01', state: 'PAID', tag: 'vip' } },
    exportGuests: { body: { sessionId: world.otherId } },
    getPrivacy: {},
    changePrivacy: {
      body: {
        requiresTerms: true,
        asksMarketing: true,
        marketingText: 'Send me news',
        keepPaidYears: 10,
        keepFreeYears: null,
        version: VERSION,
      },
    },
    exportConsents: {},
    findPerson: { body: { email: 'nobody@example.com' } },
    exportPerson: { body: { email: 'nobody@example.com' } },
    erasePerson: {
      body: { email: 'nobody@example.com', typed: 'nobody@example.com', evenOpen: false },
    },
    listBulkChanges: event,
    stopBulkChange: { params: { bulkChangeId: world.otherId } },
    continueBulkChange: { params: { bulkChangeId: world.otherId } },
    ...salesCalls(),
    ...couponCalls(),
    ...operatorCalls(),
  }
}

/** Calls about an event that does not exist: the permission is judged before. */
function salesCalls() {
  const params = { eventId: '40000000-0000-4000-8000-000000000404' }
  const id = '40000000-0000-4000-8000-000000000405'
  const version = '0'.repeat(20)
  const window = { opensAt: null, closesAt: null }
  const codes = {
    label: 'Fan club',
    startsAt: null,
    endsAt: null,
    opensEarly: true,
    typeIds: [],
    maxUses: null,
  }
  return {
    getEventSales: { params },
    changeEventSales: {
      params,
      body: {
        ...window,
        cutoffMinutes: 0,
        minPerOrder: null,
        maxPerOrder: null,
        maxPerCustomer: null,
        version,
      },
    },
    changeTypeSales: {
      params: { ...params, typeId: id },
      body: {
        ...window,
        isHidden: false,
        minQuantity: 1,
        maxQuantity: 8,
        quantityStep: 1,
        maxPerCustomer: null,
        version,
      },
    },
    listSessionSales: { params },
    changeSessionSales: {
      params: { ...params, sessionId: id },
      body: { ...window, cutoffMinutes: null, version },
    },
    pauseSales: { params, body: { note: 'Back at noon' } },
    resumeSales: { params },
    listAccessCodes: { params, query: { q: 'FAN' } },
    createAccessCode: { params, body: { code: 'FANCLUB', ...codes } },
    createAccessCodes: { params, body: { prefix: 'FAN', count: 2, ...codes } },
    revokeAccessCode: { params: { ...params, codeId: id } },
    createSamples: { body: { timeZone: 'Europe/Berlin' } },
    deleteSamples: {},
  }
}

/** Calls about a coupon group that does not exist: the permission is judged before. */
function couponCalls() {
  const groupId = '40000000-0000-4000-8000-000000000406'
  const rule = {
    name: 'Groups',
    description: 'From ten tickets',
    triggerType: 'automatic' as const,
    couponGroupId: null,
    priority: 1,
    conditions: { type: 'and' as const, rules: [{ field: 'quantity', operator: '>=', value: 10 }] },
    action: {
      type: 'discount' as const,
      discounts: [{ ticketTypeId: 'all' as const, discountType: 'percentage' as const, value: 10 }],
    },
    combines: false,
    isActive: true,
    applyToAllEvents: true,
    applicableEvents: [],
    validFrom: null,
    validUntil: '2031-05-31T00:00:00+02:00',
  }
  const group = { name: 'Spring', description: 'For the newsletter', isActive: true }
  return {
    getCouponGroups: { query: { q: 'spr', sort: 'name' as const, isDescending: 'true' as const } },
    createCouponGroup: { body: group },
    changeCouponGroup: { params: { groupId }, body: { ...group, version: VERSION } },
    getCouponCodes: {
      query: { q: 'spr', groupId, sort: 'usageCount' as const, isDescending: 'true' as const },
    },
    createCouponCode: { body: { groupId, code: 'SPRING', usageLimit: 1, isActive: true } },
    createCouponCodes: {
      body: { groupId, count: 2, prefix: 'SPRING-', length: 10, usageLimit: 1 },
    },
    changeCouponCode: {
      params: { codeId: groupId },
      body: { usageLimit: 5, isActive: false, version: VERSION },
    },
    getCheckoutRules: { query: { q: 'spr', sort: 'name' as const } },
    createCheckoutRule: { body: rule },
    changeCheckoutRule: { params: { ruleId: groupId }, body: { ...rule, version: VERSION } },
    getCouponReport: {
      params: { subject: 'group' as const, subjectId: groupId },
      query: { from: '2031-05-01T00:00:00Z', until: '2031-06-01T00:00:00+02:00' },
    },
    exportCouponReport: { params: { subject: 'rule' as const, subjectId: groupId }, query: {} },
    getRuleWarnings: {},
    simulateCart: {
      body: {
        eventId: groupId,
        sessionId: groupId,
        date: '2031-05-31',
        tickets: [{ ticketTypeId: groupId, quantity: 2 }],
        addOns: [{ addOnId: groupId, quantity: 1 }],
        couponCode: 'SPRING',
        customerEmail: 'ada@example.com',
        at: '2031-05-01T12:00:00Z',
      },
    },
    simulateOrder: { query: { order: '#0E2F0AB1' } },
    getEvents: { query: { q: 'quiet' } },
    getOrders: { query: { eventId: groupId, after: CURSOR } },
    getTicketTypes: { query: { q: 'adult', eventId: groupId } },
  }
}

/** Calls of operators, about an organizer and with a version that they are not: nothing is changed. */
function operatorCalls() {
  const params = { slug: 'main' }
  return {
    listOperatedOrganizers: { query: { q: 'harbor', state: 'open' as const } },
    getOperatedOrganizer: { params },
    setPlatformFee: { params, body: { fee: { ppm: 20_000, fixedMinor: 30 }, version: VERSION } },
    setTrial: { params, body: { trialUntil: '2031-05-01T00:00:00Z', version: VERSION } },
    suspendOrganizer: { params, body: { reason: 'Tickets of others', version: VERSION } },
    resumeOrganizer: { params, body: { version: VERSION } },
    getHealth: {},
    listOperatorLog: { query: { slug: 'main' } },
    getSystemConfiguration: {},
    setSystemConfiguration: {
      params: { configKey: 'trialDays' as const },
      body: { configValue: '14', version: VERSION },
    },
  }
}
