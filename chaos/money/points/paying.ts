import { CARDS } from '@foyer/testkit/purchase'
import { cutAtCommit, failCall, killAtCommit, killDuringCall } from '../breaks.ts'
import { atStep, type CutPoint } from '../cut-point.ts'

const BEGIN = /lane_write_contacts/
const CONFIRM = () => '/confirm'

const begin: CutPoint[] = [
  {
    name: 'begin of payment: server killed before its commit',
    ends: { 'comes back': 'ticketed', 'is gone': 'unpaid' },
    break: killAtCommit('before', BEGIN),
    ...atStep('begin'),
  },
  {
    name: 'begin of payment: commit done, its answer lost',
    ends: { 'comes back': 'ticketed' },
    break: cutAtCommit('committed', BEGIN),
    ...atStep('begin'),
  },
]

const confirm: CutPoint[] = [
  {
    name: 'confirmation: never reaches the provider',
    ends: { 'comes back': 'ticketed', 'is gone': 'unpaid' },
    break: failCall('cut', CONFIRM, 1),
    ...atStep('confirm'),
  },
  {
    name: 'confirmation: charged, the answer to the browser lost',
    ends: { 'comes back': 'ticketed', 'is gone': 'ticketed' },
    inShort: 'is gone',
    break: failCall('cutAfter', CONFIRM, 1),
    ...atStep('confirm'),
  },
  {
    name: 'confirmation: charged, and the browser gets 500',
    ends: { 'comes back': 'ticketed', 'is gone': 'ticketed' },
    break: failCall('error500After', CONFIRM, 1),
    ...atStep('confirm'),
  },
  {
    name: 'confirmation: server killed while the browser waits for the provider',
    ends: { 'comes back': 'ticketed', 'is gone': 'ticketed' },
    buyer: { chargePatienceMs: 3000 },
    break: killDuringCall('done', CONFIRM),
    ...atStep('confirm'),
  },
]

const challenged = {
  buyer: { card: CARDS.authenticate },
  before: ({ buyer }) => buyer.upTo('order'),
} satisfies Partial<CutPoint>

const authentication: CutPoint[] = [
  {
    name: "3-D Secure: left at the bank's page, server killed meanwhile",
    ends: { 'comes back': 'ticketed', 'is gone': 'unpaid' },
    ...challenged,
    break: async ({ rig }) => {
      rig.server.end()
      return { happened: Promise.resolve() }
    },
    act: async () => {},
  },
  {
    name: '3-D Secure: passed while the server is dead, the return never arrives',
    ends: { 'comes back': 'ticketed', 'is gone': 'ticketed' },
    ...challenged,
    break: async ({ rig }) => {
      rig.server.end()
      return { happened: Promise.resolve() }
    },
    act: ({ buyer }) => buyer.authenticate(),
  },
]

export const PAYING: readonly CutPoint[] = [...begin, ...confirm, ...authentication]
