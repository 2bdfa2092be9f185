import { ApiError, disruptions, type GivenAnswer } from '@foyer/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderCredential } from '../../data/queries.ts'
import { useApp } from '../../shared/app-context.tsx'
import { useHydrated } from '../../shared/browser/use-hydrated.ts'

const keyOf = (orderId: string) => ['order', orderId, 'disruptions'] as const

/** The sessions of an opened order that the organizer moved or called off. Personal: never on the server. */
export function useDisruptions(orderId: string, credential: OrderCredential) {
  const { call } = useApp()
  return useQuery({
    queryKey: [...keyOf(orderId), credential],
    queryFn: ({ signal }) =>
      call(disruptions.listDisruptions, { params: { orderId }, query: credential, signal }),
    // What opens the order may be in a record of this tab, which is read after hydration.
    enabled: useHydrated(),
    refetchOnMount: 'always',
  })
}

/** Sends an answer, and reads the order and its choices again, whatever the outcome. */
export function useAnswer(
  { orderId, disruptionId }: { orderId: string; disruptionId: string },
  credential: OrderCredential,
) {
  const { call } = useApp()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (answer: GivenAnswer) =>
      call(disruptions.answerDisruption, {
        params: { orderId, disruptionId },
        query: credential,
        body: { answer },
      }),
    // A repeated answer finds itself given: a lost response is worth one more request.
    retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status < 500),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['order', orderId] }),
  })
}

/** What went wrong with an answer, for its buyer. */
export const problemText = (error: unknown): string =>
  (error instanceof ApiError && error.status < 500 && error.text) ||
  'We could not store your choice. Nothing was changed; please try again.'
