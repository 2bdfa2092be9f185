import type { UpgradeOption, UpgradeOptions } from '@foyer/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { aContext } from '../../../test/fixtures.ts'
import { AppProvider } from '../../shared/app-context.tsx'
import { UpgradeChoices } from './upgrade-choices.tsx'

const SESSION = { id: 's1', startTime: '2026-12-10T20:00:00.000Z', displayName: 'Evening' }

const ticket = (number: number, ticketTypeId: string, canUpgrade = true) => ({
  id: `66666666-6666-4666-8666-66666666666${number}`,
  number,
  ticketTypeId,
  ticketTypeName: ticketTypeId,
  currentPrice: 29.99,
  session: SESSION,
  canUpgrade,
  isRedeemed: !canUpgrade,
})

const option = (from: string, part: Partial<UpgradeOption> = {}): UpgradeOption => ({
  sessionId: SESSION.id,
  fromTicketTypeId: from,
  fromTypeName: from,
  toTicketTypeId: 'VIP',
  toTypeName: 'VIP',
  description: null,
  priceDifference: 30,
  availableCapacity: 5,
  canUpgrade: true,
  beyondBuyers: null,
  ticketIds: [],
  eachMinor: null,
  change: null,
  ...part,
})

/** The button of each option: what it is called, and why it cannot be pressed. */
function buttons(part: Partial<UpgradeOptions>, ticketIds: readonly string[] | null = null) {
  const options: UpgradeOptions = {
    currency: 'usd',
    currentTickets: [],
    upgradeOptions: [],
    policy: {
      changesUntil: SESSION.startTime,
      changesLeft: null,
      fee: null,
      refundsDecrease: true,
    },
    ...part,
  }
  const html = renderToStaticMarkup(
    <AppProvider app={aContext().app}>
      <UpgradeChoices
        options={options}
        ticketIds={ticketIds}
        onChooseTickets={() => {}}
        isStale={false}
        timeZone="UTC"
        onChoose={() => {}}
      />
    </AppProvider>,
  )
  return [...html.matchAll(/<button[^>]*aria-label="(Upgrade [^"]+)"[^>]*>/g)].map(
    ([tag, name = '']) => {
      const note = /aria-describedby="([^"]+)"/.exec(tag)?.[1]
      const [, reason = null] = html.split(`id="${note}"`)[1]?.match(/^[^>]*>([^<]+)</) ?? []
      return { name, isDisabled: tag.includes('aria-disabled="true"'), reason }
    },
  )
}

it('an option can be pressed while a chosen ticket of its type can be upgraded', () => {
  expect(buttons({ currentTickets: [ticket(1, 'GA')], upgradeOptions: [option('GA')] })).toEqual([
    { name: 'Upgrade 1 ticket from GA to VIP', isDisabled: false, reason: null },
  ])
})

it.each<[string, Partial<UpgradeOptions>, readonly string[] | null, string]>([
  [
    'canUpgrade is false and nothing is left',
    {
      currentTickets: [ticket(1, 'GA')],
      upgradeOptions: [option('GA', { canUpgrade: false, availableCapacity: 0 })],
    },
    null,
    'Sold Out',
  ],
  [
    'fewer are left than tickets are chosen',
    {
      currentTickets: [ticket(1, 'GA'), ticket(2, 'GA')],
      upgradeOptions: [option('GA', { canUpgrade: false, availableCapacity: 1 })],
    },
    null,
    'Only 1 left: choose fewer tickets',
  ],
  [
    'every ticket of its type was used',
    {
      currentTickets: [ticket(1, 'GA', false), ticket(2, 'Fast')],
      upgradeOptions: [option('GA')],
    },
    null,
    'You have no GA ticket to upgrade',
  ],
  [
    'the order has no ticket of its type',
    { currentTickets: [ticket(2, 'Fast')], upgradeOptions: [option('GA')] },
    null,
    'You have no GA ticket to upgrade',
  ],
  [
    'no ticket of its type is chosen',
    {
      currentTickets: [ticket(1, 'GA'), ticket(2, 'Fast')],
      upgradeOptions: [option('GA')],
    },
    [ticket(2, 'Fast').id],
    'Choose a GA ticket first',
  ],
])('an option cannot be pressed, and says why, if %s', (_, options, ticketIds, reason) => {
  expect(buttons(options, ticketIds)).toMatchObject([{ isDisabled: true, reason }])
})
