import type { Disruption, GivenAnswer, OrderView } from '@foyer/contract'
import {
  formatAmount,
  formatInstantDate,
  formatLongDate,
  formatTime,
  knownZone,
  zoneName,
} from '@foyer/domain'
import { Button, Dialog, Notice } from '@foyer/ui'
import { useState } from 'react'
import type { OrderCredential } from '../../data/queries.ts'
import { useApp } from '../../shared/app-context.tsx'
import { ticketsText } from '../../shared/order/quote-lines.ts'
import { problemText, useAnswer } from './use-disruptions.ts'

interface DisruptionCardProps {
  disruption: Disruption
  order: OrderView
  credential: OrderCredential
}

/** What is to be confirmed: an answer, in the words of its dialog. */
interface Question {
  reply: GivenAnswer
  title: string
  text: string
  confirm: string
}

/** One session that was moved or called off: what happened, what may be chosen, what counts otherwise. */
export function DisruptionCard({ disruption, order, credential }: DisruptionCardProps) {
  const { locale } = useApp().tenant
  const zone = knownZone(order.event.timeZone)
  const answer = useAnswer({ orderId: order.order.id, disruptionId: disruption.id }, credential)
  const [question, setQuestion] = useState<Question | null>(null)
  const [isAsking, setAsking] = useState(false)
  const at = (date: string, startsAt: string) =>
    `${formatLongDate(date, locale)}, ${formatTime(startsAt, zone, locale)}`
  const ask = (next: Question) => {
    answer.reset()
    setQuestion(next)
    setAsking(true)
  }
  const confirm = () => {
    if (!question) return
    answer.mutate(question.reply, { onSuccess: () => setAsking(false) })
  }
  const { fromDate, fromStartsAt, toDate, toStartsAt, message } = disruption
  return (
    <section className="mt-8" aria-label={at(fromDate, fromStartsAt)}>
      <dl className="grid gap-4 rounded-lg bg-surface p-5">
        <When label={toStartsAt ? 'Was' : 'Called off'} isOver>
          {at(fromDate, fromStartsAt)}
        </When>
        {toDate && toStartsAt && <When label="Now">{at(toDate, toStartsAt)}</When>}
      </dl>
      {message && <p className="mt-4 max-w-prose whitespace-pre-line">{message}</p>}
      <Outcome disruption={disruption} zone={zone} />
      {disruption.state === 'open' && disruption.answers.length > 0 && (
        <Choices disruption={disruption} ask={ask} />
      )}
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        dismissable={!answer.isPending}
        title={question?.title}
        description={question?.text}
        actions={
          <>
            <Button onClick={() => setAsking(false)} disabled={answer.isPending}>
              Back
            </Button>
            <Button variant="primary" busy={answer.isPending} onClick={confirm}>
              {question?.confirm}
            </Button>
          </>
        }
      >
        {answer.error && (
          <Notice tone="danger" title="Your choice was not stored">
            {problemText(answer.error)}
          </Notice>
        )}
      </Dialog>
    </section>
  )
}

function When({
  label,
  isOver = false,
  children,
}: {
  label: string
  isOver?: boolean
  children: string
}) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={isOver ? 'text-muted line-through' : 'font-semibold'}>{children}</dd>
    </div>
  )
}

/** What counts now, and until when it may be changed. */
function Outcome({ disruption, zone }: { disruption: Disruption; zone: string }) {
  const { locale } = useApp().tenant
  const { state, answer, unanswered, answerBy, currency, refundMinor, answers } = disruption
  const amount = formatAmount(refundMinor, currency, locale)
  const by =
    answerBy &&
    `${formatInstantDate(answerBy, zone, locale)}, ${formatTime(answerBy, zone, locale)}, ${zoneName(answerBy, zone, locale)}`
  const say = (title: string, text: string, tone: 'info' | 'success' | 'warning') => (
    <Notice title={title} tone={tone} announce="status" className="mt-5">
      {text}
    </Notice>
  )
  if (state === 'failed') {
    return say(
      'We are looking into it',
      'Your refund needs a person. You need not do anything.',
      'warning',
    )
  }
  if (state === 'open' && answers.length === 0) {
    return say(
      'Your bank is looking into this payment',
      'Until it has decided, the order cannot be changed here.',
      'warning',
    )
  }
  if (state === 'open') {
    if (answer === 'keep') {
      return say('You keep your tickets', `You can change your mind until ${by}.`, 'success')
    }
    return say(
      `Please choose by ${by}`,
      unanswered === 'keep'
        ? 'Without an answer, your tickets stay valid for the new time.'
        : refundMinor > 0
          ? `Without an answer, you get ${amount} back.`
          : 'Without an answer, these tickets end.',
      'info',
    )
  }
  switch (answer) {
    case 'refund':
      return refundMinor > 0
        ? say(
            'You get your money back',
            `${amount} goes back to the card or account that you paid with. Banks take up to ten days to show it.`,
            'success',
          )
        : say('These tickets have ended', 'Nothing was paid for them.', 'success')
    case 'reschedule':
      return say('You have a new time', 'We have sent you a mail with your new tickets.', 'success')
    case 'keep':
      return say('Your tickets stay valid', 'You need not do anything.', 'success')
    case null:
      return say('Nothing is left to choose', 'Your order shows what you have now.', 'info')
  }
}

interface ChoicesProps {
  disruption: Disruption
  ask: (question: Question) => void
}

/** The answers that are possible, the nearest times first. */
function Choices({ disruption, ask }: ChoicesProps) {
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
          <ul className="mt-3 grid gap-2">
            {alternatives.map((alternative) => {
              const day = formatLongDate(alternative.date, locale)
              const back = formatAmount(alternative.refundMinor, currency, locale)
              return (
                <li key={alternative.sessionId} className="grid">
                  <button
                    type="button"
                    onClick={() =>
                      ask({
                        reply: { type: 'reschedule', newSessionId: alternative.sessionId },
                        title: `Take ${day}, ${alternative.localTime}?`,
                        text: `Your ${count} ${tickets.length === 1 ? 'gets a new code' : 'get new codes'} for this time, and the old ${tickets.length === 1 ? 'one stops' : 'ones stop'} working. ${
                          alternative.refundMinor > 0 ? `You get ${back} back.` : 'You pay nothing.'
                        }`,
                        confirm: 'Take this time',
                      })
                    }
                    className="flex min-h-13 items-center gap-3 rounded-md border border-edge bg-raised px-4 py-1.5 text-start transition-colors hover:border-edge-strong hover:bg-hover"
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block font-semibold">{day}</span>
                      <span className="figures block text-sm text-muted">
                        {alternative.localTime}
                      </span>
                    </span>
                    <span className="figures shrink-0 text-sm text-muted">
                      {alternative.refundMinor > 0 ? `${back} back` : 'No extra cost'}
                    </span>
                  </button>
                </li>
              )
            })}
          </ul>
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
