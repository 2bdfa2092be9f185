import { type ListedSession, staffApi } from '@foyer/contract'
import { DISRUPTIONS, type DisruptionKind, formatAmount } from '@foyer/domain'
import { Button, Dialog, Notice, notify } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callOf } from '../../data/client.ts'
import { ChoiceField, Form, TextField } from '../../shared/form.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { type DatesInfo, datesChanged, type EventRef, sessionQuery } from './queries.ts'
import { counted, startText } from './texts.ts'

interface DisruptDialogProps {
  reference: EventRef
  info: DatesInfo
  session: ListedSession
  kind: DisruptionKind
  open: boolean
  onClose: () => void
}

/** Moves a date to another time or calls it off, and says what becomes of its tickets. */
export function DisruptDialog(props: DisruptDialogProps) {
  const { session, kind, info, open, onClose } = props
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title={kind === 'moved' ? 'Move this date' : 'Call off this date'}
      description={startText(session.startsAt, info.timeZone)}
    >
      {open && <DisruptForm {...props} />}
    </Dialog>
  )
}

const schema = z.object({
  toDate: z.string(),
  toTime: z.string(),
  answerByDate: z.string(),
  message: z.string(),
  unanswered: z.enum(['keep', 'refund']),
})

const DEFAULT_TEXTS = {
  keep: { name: 'They keep their tickets', summary: 'For the new time.' },
  refund: { name: 'They get their money back', summary: 'Their tickets end.' },
} as const

function DisruptForm({ reference, info, session, kind, onClose }: DisruptDialogProps) {
  const isMove = kind === 'moved'
  const form = useOfficeForm({
    schema: schema.check(
      z.check<z.output<typeof schema>>(({ value, issues }) => {
        const wrong = (field: string, message: string) =>
          issues.push({ code: 'custom', path: [field], input: value, message })
        if (isMove && !value.toDate) wrong('toDate', 'Choose the new day.')
        if (isMove && !value.toTime) wrong('toTime', 'Choose the new time.')
        if (isMove && !value.answerByDate) wrong('answerByDate', 'Choose a day.')
      }),
    ),
    values: {
      toDate: isMove ? session.date : '',
      toTime: '',
      answerByDate: '',
      message: '',
      unanswered: DISRUPTIONS[kind].unanswered[0] ?? 'refund',
    },
    problems: {},
    send: async ({ toDate, toTime, answerByDate, ...rest }) => {
      await callOf(reference.organizer)(staffApi.disruptSession, {
        params: { sessionId: session.id },
        body: {
          kind,
          ...rest,
          ...(isMove ? { toDate, toTime } : {}),
          ...(answerByDate ? { answerByDate } : {}),
        },
      })
      await datesChanged(reference)
      notify({
        tone: 'success',
        title: isMove ? 'The date is moved' : 'The date is called off',
        description: 'Its buyers get a mail.',
      })
      onClose()
    },
  })
  return (
    <Form
      form={form}
      label={isMove ? 'Move this date' : 'Call off this date'}
      submit={isMove ? 'Move the date' : 'Call off the date'}
      submitVariant={isMove ? 'primary' : 'danger'}
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <Touched reference={reference} info={info} session={session} kind={kind} />
      {isMove && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField form={form} name="toDate" label="New day" type="date" min={info.today} />
          <TextField form={form} name="toTime" label="New time" type="time" />
        </div>
      )}
      <TextField
        form={form}
        name="answerByDate"
        label="Buyers may answer until the end of"
        hint={
          isMove
            ? undefined
            : 'They may choose another date instead of their money. Leave it empty to refund everybody at once.'
        }
        mark={isMove ? undefined : 'optional'}
        type="date"
        min={info.today}
      />
      {isMove && (
        <ChoiceField
          form={form}
          name="unanswered"
          label="Buyers who do not answer"
          choices={DISRUPTIONS.moved.unanswered.map((value) => ({
            value,
            ...DEFAULT_TEXTS[value],
          }))}
        />
      )}
      <TextField
        form={form}
        name="message"
        label="What you write to them"
        mark="optional"
        maxLength={1000}
      />
    </Form>
  )
}

/** How many tickets it is about. */
function Touched({
  reference,
  info,
  session,
  kind,
}: Pick<DisruptDialogProps, 'reference' | 'info' | 'session' | 'kind'>) {
  const { data } = useQuery(sessionQuery(reference.organizer, session.id))
  if (!data) return null
  const sold = data.capacitySummaries.reduce((sum, { soldCount }) => sum + soldCount, 0)
  if (sold === 0) {
    return <Notice>No ticket is sold, so nobody has to be asked.</Notice>
  }
  return (
    <Notice tone="warning">
      {counted(sold, 'ticket')} in {counted(data.orders, 'order')} for{' '}
      {formatAmount(data.amountMinor, info.currency)} {sold === 1 ? 'is' : 'are'} sold.{' '}
      {kind === 'moved'
        ? 'Each buyer gets a mail and chooses: keep the tickets, take another date, or the money back.'
        : 'Each buyer gets a mail and the money back. This cannot be undone.'}
    </Notice>
  )
}
