import {
  cutAtCommit,
  failCall,
  killAt,
  killAtCommit,
  killDuringCall,
  stopDatabaseAtCommit,
} from '../breaks.ts'
import { atStep, type CutPoint } from '../cut-point.ts'

const HOLD = /lane_write_stock/
const RECORD = /lane_write_new_payments/
const NOTE = /lane_write_intents/
const CREATE = () => 'POST /v1/payment_intents'
const UPDATE = ({ buyer }: { buyer: { intentId: string } }) =>
  `POST /v1/payment_intents/${buyer.intentId}`

const COMES_BACK = { 'comes back': 'ticketed' } as const
/** A buyer who leaves at this step was charged nothing. */
const BOTH = { 'comes back': 'ticketed', 'is gone': 'unpaid' } as const

const hold: CutPoint[] = [
  {
    name: 'hold: server killed before it is written',
    ends: BOTH,
    break: killAt(HOLD),
    ...atStep('hold'),
  },
  {
    name: 'hold: commit done, its answer lost',
    ends: COMES_BACK,
    break: cutAtCommit('committed', HOLD),
    ...atStep('hold'),
  },
  {
    name: 'hold: database stopped with the commit under way',
    ends: COMES_BACK,
    break: stopDatabaseAtCommit('sent', HOLD),
    ...atStep('hold'),
  },
]

const record: CutPoint[] = [
  {
    name: 'payment record: server killed before its commit',
    ends: BOTH,
    break: killAtCommit('before', RECORD),
    ...atStep('intent'),
  },
  {
    name: 'payment record: commit done, its answer lost',
    ends: COMES_BACK,
    break: cutAtCommit('committed', RECORD),
    ...atStep('intent'),
  },
]

const intent: CutPoint[] = [
  {
    name: 'intent: server killed before the provider makes it',
    ends: BOTH,
    break: killDuringCall('not done', CREATE),
    ...atStep('intent'),
  },
  {
    name: 'intent: server killed after the provider made it',
    ends: BOTH,
    inShort: 'comes back',
    break: killDuringCall('done', CREATE),
    ...atStep('intent'),
  },
  {
    name: "intent: made, the provider's answer lost each time",
    ends: COMES_BACK,
    break: failCall('cutAfter', CREATE),
    ...atStep('intent'),
  },
  {
    name: 'intent: made, and the provider answers 500',
    ends: COMES_BACK,
    break: failCall('error500After', CREATE, 1),
    ...atStep('intent'),
  },
  {
    name: 'intent: server killed before its id is written back',
    ends: BOTH,
    break: killAt(NOTE),
    ...atStep('intent'),
  },
  {
    name: 'intent: its id is written back, the answer to that commit lost',
    ends: COMES_BACK,
    break: cutAtCommit('committed', NOTE),
    ...atStep('intent'),
  },
]

const changed = {
  before: async ({ buyer }) => {
    await buyer.upTo('begin')
    await buyer.changeTo(3)
  },
  act: ({ buyer }) => buyer.do('intent'),
} satisfies Pick<CutPoint, 'before' | 'act'>

const reprice: CutPoint[] = [
  {
    name: 'changed cart: server killed before the provider changes the intent',
    ends: BOTH,
    break: killDuringCall('not done', UPDATE),
    ...changed,
  },
  {
    name: 'changed cart: server killed after the provider changed the intent',
    ends: COMES_BACK,
    break: killDuringCall('done', UPDATE),
    ...changed,
  },
  {
    name: 'changed cart: intent changed, the answer lost each time',
    ends: COMES_BACK,
    break: failCall('cutAfter', UPDATE),
    ...changed,
  },
  {
    name: 'changed cart: server killed before the new price is committed',
    ends: COMES_BACK,
    break: killAtCommit('before', /lane_reprice_payments/),
    ...changed,
  },
]

export const HOLDING: readonly CutPoint[] = [...hold, ...record, ...intent, ...reprice]
