import type { Disruption, GivenAnswer } from '@foyer/contract'
import { formatAmount, formatLongDate, groupBy } from '@foyer/domain'
import { Button } from '@foyer/ui'
import { Fragment } from 'react'
import { useApp } from '../../shared/app-context.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'

/** What is to be confirmed: an answer, in the words of its dialog. */
export interface Question {
  reply: GivenAnswer
  title: string
  text: string
  confirm: string
}

interface DisruptionChoicesProps {
  disruption: Disruption
  ask: (question: Question) => void
}

/** The answers that are possible, the nearest times first. */
export function DisruptionChoices({ disruption, ask }: DisruptionChoicesProps) {
  const { locale } = useApp().tenant
  const { answers, alternatives, tickets, currency, refundMinor, answer } = disruption
  const amount = formatAmount(refundMinor, currency, locale)
  const count = ticketsText(tickets.length)
  return (
    <div className="mt-8 grid gap-8">
      {answers.includes('keep') && answer !== 'keep' && (
        <div>
          <h2 className="font-display text-lg font-bold">Keep your tickets</h2>
          <p className="mt-1 text-sm text-muted">
            The codes that you have are valid at the new time.
          </p>
          <Button
            className="mt-3"
            onClick={() =>
              ask({
                reply: { type: 'keep' },
                title: 'Keep your tickets?',
                text: 'They are valid at the new time. You can change your mind until the date.',
                confirm: 'Keep tickets',
              })
            }
          >
            Keep tickets
          </Button>
        </div>
      )}
      {answers.includes('reschedule') && (
        <div>
          <h2 className="font-display text-lg font-bold">Choose another time</h2>
          <p className="mt-1 text-sm text-muted">
            {alternatives.length > 0
              ? `These times have room for your ${count}. You pay nothing more, whatever they cost.`
              : `No other time has room for your ${count} at the moment.`}
          </p>
          <OtherTimes disruption={disruption} ask={ask} />
        </div>
      )}
      {answers.includes('refund') && (
        <div>
          <h2 className="font-display text-lg font-bold">
            {refundMinor > 0 ? 'Get your money back' : 'Give your tickets back'}
          </h2>
          <p className="mt-1 text-sm text-muted">
            {refundMinor > 0
              ? `All that you paid for your ${count}, fees included, and for add-ons that end with ${tickets.length === 1 ? 'it' : 'them'}: ${amount}.`
              : `Nothing was paid for your ${count}.`}
          </p>
          <Button
            className="mt-3"
            onClick={() =>
              ask({
                reply: { type: 'refund' },
                title: refundMinor > 0 ? `Get ${amount} back?` : 'Give your tickets back?',
                text: `Your ${count} ${tickets.length === 1 ? 'is' : 'are'} no longer valid then. This cannot be undone.`,
                confirm: refundMinor > 0 ? 'Get money back' : 'Give tickets back',
              })
            }
          >
            {refundMinor > 0 ? 'Get money back' : 'Give tickets back'}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The sessions that may be taken instead, by day. */
function OtherTimes({
  disruption: { alternatives, tickets, currency },
  ask,
}: DisruptionChoicesProps) {
  const { locale } = useApp().tenant
  const count = ticketsText(tickets.length)
  return [...groupBy(alternatives, ({ date }) => formatLongDate(date, locale))].map(
    ([day, times]) => (
      <Fragment key={day}>
        <h3 className="mt-4 font-semibold">{day}</h3>
        <ul className="mt-2 grid gap-2">
          {times.map(({ sessionId, localTime, refundMinor: backMinor }) => {
            const back = formatAmount(backMinor, currency, locale)
            return (
              <li key={sessionId} className="grid">
                <button
                  type="button"
                  onClick={() =>
                    ask({
                      reply: { type: 'reschedule', newSessionId: sessionId },
                      title: `Take ${day}, ${localTime}?`,
                      text: `Your ${count} ${tickets.length === 1 ? 'gets a new code' : 'get new codes'} for this time, and the old ${tickets.length === 1 ? 'one stops' : 'ones stop'} working. ${
                        backMinor > 0 ? `You get ${back} back.` : 'You pay nothing.'
                      }`,
                      confirm: 'Take this time',
                    })
                  }
                  className="flex min-h-13 items-center gap-3 rounded-md border border-edge bg-raised px-4 py-1.5 text-start transition-colors hover:border-edge-strong hover:bg-hover"
                >
                  <span className="figures min-w-0 flex-1 font-semibold">
                    <span className="sr-only">{day}, </span>
                    {localTime}
                  </span>
                  <span className="figures shrink-0 text-sm text-muted">
                    {backMinor > 0 ? `${back} back` : 'No extra cost'}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </Fragment>
    ),
  )
}
