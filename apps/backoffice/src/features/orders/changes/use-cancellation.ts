import { type CancellationQuoteView, type OutputOf, staffApi } from '@foyer/contract'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callOf } from '../../../data/client.ts'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import { actOnOrder } from '../order-queries.ts'
import { cancellationQuery } from './change-queries.ts'
import { REASON_PROBLEM } from './change-texts.ts'

const schema = z.object({
  ticketIds: z.array(z.string()).check(z.minLength(1)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
})

interface CancellationParams {
  organizer: string
  orderId: string
  onMade: (made: OutputOf<typeof staffApi.cancelAtDesk>) => void
}

/** The form that cancels tickets, with what the chosen ones give back. */
export function useCancellation(
  { organizer, orderId, onMade }: CancellationParams,
  all: CancellationQuoteView,
) {
  const open = all.tickets.filter(({ refusal }) => refusal === null).map(({ id }) => id)
  const form = useOfficeForm({
    schema,
    values: { ticketIds: open, reason: '' },
    problems: {
      ticketIds: 'Choose at least one ticket.',
      reason: REASON_PROBLEM,
    },
    send: async ({ reason }) => {
      // The button says how many tickets end once it is shown what they give back.
      if (!read.data || read.isPlaceholderData) return
      const shown = { refundMinor: read.data.refundMinor }
      await actOnOrder(
        organizer,
        () =>
          callOf(organizer)(staffApi.cancelAtDesk, {
            params: { orderId },
            body: { ticketIds: chosen, shown, reason },
          }),
        onMade,
      )
    },
  })
  const ticketIds = form.watch('ticketIds')
  const chosen = open.filter((id) => ticketIds.includes(id))
  const asked = chosen.length === open.length ? null : chosen
  const read = useQuery(cancellationQuery(organizer, orderId, asked))
  return { form, chosen, quote: read.data ?? all, read }
}
