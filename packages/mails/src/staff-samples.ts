import { brand } from './samples.ts'
import type { StaffMailView } from './staff-mail.ts'

const BASE = 'https://tickets.example.com/admin'
const AT = '2026-11-23T08:05:00.000Z'
const DOMAIN = {
  organizer: 'Harbor Nights',
  host: 'tickets.harbor.example',
  record: { name: '_foyer.tickets.harbor.example', value: 'foyer=harbor.0123456789abcdef' },
}

/** One mail of each kind to people of the back office, for tests. */
export const staffSamples: Readonly<Record<string, StaffMailView>> = {
  'sign-up': { kind: 'sign_up', brand, data: { name: 'Ada' }, url: `${BASE}/confirm#abc` },
  reset: { kind: 'reset', brand, data: { name: 'Ada' }, url: `${BASE}/new-password#abc` },
  invitation: {
    kind: 'invitation',
    brand,
    data: { organizer: 'Harbor Nights', role: 'box_office', invitedBy: 'Grace Hopper' },
    url: `${BASE}/invitation#abc`,
  },
  'invitation by the operator': {
    kind: 'invitation',
    brand,
    data: { organizer: 'Harbor Nights', role: 'owner', invitedBy: null },
    url: `${BASE}/invitation#abc`,
  },
  'account exists': { kind: 'account_exists', brand, data: { name: 'Ada' }, url: BASE },
  'new device': {
    kind: 'new_device',
    brand,
    data: { name: 'Ada', device: 'Firefox on Windows', network: '203.0.113.0', at: AT },
    url: BASE,
  },
  'account changed': {
    kind: 'account_changed',
    brand,
    data: { name: 'Ada', change: 'totp_removed', at: AT },
    url: BASE,
  },
  'a domain whose proof is missing': {
    kind: 'domain_proof',
    brand,
    data: { ...DOMAIN, endsAt: '2026-12-07T08:05:00.000Z' },
    url: BASE,
  },
  'a domain that was released': {
    kind: 'domain_proof',
    brand,
    data: { ...DOMAIN, endsAt: null },
    url: BASE,
  },
}
