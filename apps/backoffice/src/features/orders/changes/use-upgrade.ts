import type { UpgradeOption, UpgradeOptions } from '@foyer/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import { actOnOrder } from '../order-queries.ts'
import { changeTickets, type Offer, upgradesQuery } from './change-queries.ts'
import { REASON_PROBLEM } from './change-texts.ts'

const schema = z.object({
  ticketIds: z.array(z.string()).check(z.minLength(1)),
  option: z.string().check(z.minLength(1)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
})

/** Prices differ between sessions, so an option is for the tickets of one session and type. */
export const keyOfOption = (option: UpgradeOption): string =>
  `${option.sessionId} ${option.fromTicketTypeId} ${option.toTicketTypeId}`

const isOpen = ({ canUpgrade, change }: UpgradeOption) => canUpgrade && change !== null

interface UpgradeParams {
  organizer: string
  orderId: string
  onOffered: (offer: Offer) => void
  /** The change was made. */
  onMade: (option: UpgradeOption) => void
}

/** The form that turns tickets into a dearer type, with what the server says of what is chosen so far. */
export function useUpgrade(
  { organizer, orderId, onOffered, onMade }: UpgradeParams,
  all: UpgradeOptions,
) {
  const upgradable = all.currentTickets.filter(({ canUpgrade }) => canUpgrade).map(({ id }) => id)
  const form = useOfficeForm({
    schema,
    values: { ticketIds: upgradable, option: '', reason: '' },
    problems: {
      ticketIds: 'Choose at least one ticket.',
      option: 'Choose a ticket type.',
      reason: REASON_PROBLEM,
    },
    send: async ({ reason }) => {
      // The button says the amount once it is shown.
      if (!option?.change || read.isPlaceholderData) return
      const { change } = option
      const wanted = {
        type: 'upgrade' as const,
        newTicketTypeId: option.toTicketTypeId,
        ticketIds: option.ticketIds,
      }
      await actOnOrder(
        organizer,
        () => changeTickets(organizer, orderId, { change: wanted, reason }, change),
        (offer) => {
          if (offer) onOffered(offer)
          else onMade(option)
        },
      )
    },
  })
  const [ticketIds, key] = form.watch(['ticketIds', 'option'])
  const chosen = upgradable.filter((id) => ticketIds.includes(id))
  const asked = chosen.length === upgradable.length ? null : chosen
  const read = useQuery(upgradesQuery(organizer, orderId, asked))
  const options = read.data ?? all
  const offered =
    chosen.length === 0 ? [] : options.upgradeOptions.filter((each) => each.ticketIds.length > 0)
  const open = offered.filter(isOpen)
  const option = open.find((each) => keyOfOption(each) === key)
  const [first, ...others] = open
  const onlyKey = first && others.length === 0 ? keyOfOption(first) : ''
  const { setValue } = form
  useEffect(() => {
    // A single type needs no second choice.
    if (!option) setValue('option', onlyKey)
  }, [option, onlyKey, setValue])
  return { form, options, offered, chosen, option, read }
}
