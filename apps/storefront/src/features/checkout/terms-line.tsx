import type { CartView } from '@foyer/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { changePolicyQuery } from '../../data/queries.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'

// The sentences are read at the end of the form, so their code is no part of its first load.
const CancelSentence = lazy(() =>
  import('../../shared/event/policy-sentences.tsx').then((module) => ({
    default: module.CancelSentence,
  })),
)

interface TermsLineProps {
  cart: CartView | null
  isFree: boolean
  /** The buyer ticks the terms above. */
  isAccepted: boolean
}

/** What a buyer agrees to by the press of the button beside it, and how they get their money back. */
export function TermsLine({ cart, isFree, isAccepted }: TermsLineProps) {
  return (
    <p className="min-h-15 max-w-prose text-sm text-muted">
      {!isAccepted && <Agreement isFree={isFree} />}
      <Suspense>{cart && <Refunds cart={cart} />}</Suspense>
    </p>
  )
}

/** Where the shop has no box for it. */
function Agreement({ isFree }: { isFree: boolean }) {
  return (
    <>
      By {isFree ? 'ordering' : 'paying'} you agree to the{' '}
      <Link {...paths.sitePage('terms')} className="underline underline-offset-4 hover:text-text">
        Terms of Service
      </Link>
      .{' '}
    </>
  )
}

function Refunds({ cart }: { cart: CartView }) {
  const app = useApp()
  const queryClient = useQueryClient()
  const { eventId, timeZone, sessions, quote } = cart
  const { data: policy } = useQuery(changePolicyQuery(app, queryClient, eventId))
  if (policy === undefined) return null
  const [only, ...others] = sessions
  const session = only && others.length === 0 ? { startsAt: only.startsAt, timeZone } : null
  return <CancelSentence policy={policy} currency={quote.currency} session={session} />
}
