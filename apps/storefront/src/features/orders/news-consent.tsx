import { consents } from '@foyer/contract'
import { Button, Notice } from '@foyer/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderCredential } from '../../data/queries.ts'
import { useApp } from '../../shared/app-context.tsx'

interface NewsConsentProps {
  orderId: string
  credential: OrderCredential
}

/** The news that the buyer agreed to, and the way to take it back; nothing if there is none. */
export function NewsConsent({ orderId, credential }: NewsConsentProps) {
  const { call } = useApp()
  const queryClient = useQueryClient()
  const queryKey = ['order', orderId, 'consents']
  const input = { params: { orderId }, query: credential }
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(consents.getOrderConsents, { ...input, signal }),
    retry: false,
  })
  const revoking = useMutation({
    mutationFn: () => call(consents.revokeMarketing, input),
    onSuccess: (left) => queryClient.setQueryData(queryKey, left),
  })
  if (revoking.isSuccess) {
    return (
      <Notice className="mt-10 print:hidden" tone="success" announce="status" title="Taken back">
        You get no more news. Mails about your tickets still arrive.
      </Notice>
    )
  }
  if (!data?.marketing) return null
  return (
    <section className="mt-10 print:hidden" aria-labelledby="news">
      <h2 id="news" className="mb-2 font-display text-lg font-bold">
        News
      </h2>
      <p className="mb-4 max-w-prose text-muted">
        You agreed: <q>{data.marketing.text}</q>
      </p>
      {revoking.isError && (
        <Notice className="mb-4" tone="danger">
          It was not taken back. Check your connection and try again.
        </Notice>
      )}
      <Button onClick={() => revoking.mutate()} busy={revoking.isPending}>
        Take it back
      </Button>
    </section>
  )
}
