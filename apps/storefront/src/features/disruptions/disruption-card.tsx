import type { Disruption, OrderView } from '@foyer/contract'
import {
  formatAmount,
  formatInstantDate,
  formatLongDate,
  formatTime,
  knownZone,
  statusLabel,
  zoneName,
} from '@foyer/domain'
import { Button, Dialog, Notice } from '@foyer/ui'
import { useState } from 'react'
import type { OrderCredential } from '../../data/queries.ts'
import { useApp } from '../../shared/app-context.tsx'
import { LinkedText } from '../../shared/page/linked-text.tsx'
import { DisruptionChoices, type Question } from './disruption-choices.tsx'
import { problemText, useAnswer } from './use-disruptions.ts'

interface DisruptionCardProps {
  disruption: Disruption
  order: OrderView
  credential: OrderCredential
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
        <When label={toStartsAt ? 'Was' : statusLabel('called_off')} isOver>
          {at(fromDate, fromStartsAt)}
        </When>
        {toDate && toStartsAt && <When label="Now">{at(toDate, toStartsAt)}</When>}
      </dl>
      {message && (
        <p className="mt-4 max-w-prose whitespace-pre-line">
          <LinkedText text={message} />
        </p>
      )}
      <Outcome disruption={disruption} zone={zone} />
      {disruption.state === 'open' && disruption.answers.length > 0 && (
        <DisruptionChoices disruption={disruption} ask={ask} />
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
      return say('You have a new time', 'A mail with your new tickets is on its way.', 'success')
    case 'keep':
      return say('Your tickets stay valid', 'You need not do anything.', 'success')
    case null:
      return say('Nothing is left to choose', 'Your order shows what you have now.', 'info')
  }
}
