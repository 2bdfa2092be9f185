import { type Refundable, staffApi } from '@foyer/contract'
import { formatAmount, REFUND_REASON_NAMES, REFUND_REASONS } from '@foyer/domain'
import { Button, Dialog, Notice, notify, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { callOf } from '../../../data/client.ts'
import { ChoiceField, Form, SelectField, TextField } from '../../../shared/form.tsx'
import { CheckField, TextAreaField } from '../../../shared/more-fields.tsx'
import { FetchFailed } from '../../../shared/page.tsx'
import { requestKey } from '../../../shared/request-key.ts'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import { actOnOrder } from '../order-queries.ts'
import { TicketChoice } from '../ticket-choice.tsx'
import { PreviewBox } from './refund-preview.tsx'
import { previewQuery, refundableQuery } from './refund-queries.ts'
import { refundSchema, wantedOf } from './refund-values.ts'

interface RefundDialogProps {
  open: boolean
  onClose: () => void
  organizer: { slug: string; locale: string }
  orderId: string
  orderNumber: string
}

/** Refunds an order, some of its tickets or an amount, after it has shown what goes back. */
export function RefundDialog({ open, onClose, orderNumber, ...rest }: RefundDialogProps) {
  return (
    <Dialog
      wide
      open={open}
      onClose={onClose}
      title={`Refund order ${orderNumber}`}
      description="The money returns to the card that paid, and the buyer gets a mail."
    >
      {open && <Refund onClose={onClose} {...rest} />}
    </Dialog>
  )
}

type RefundProps = Omit<RefundDialogProps, 'open' | 'orderNumber'>

function Refund({ organizer, orderId, onClose }: RefundProps) {
  const read = useQuery(refundableQuery(organizer.slug, orderId))
  const { data } = read
  if (!data) {
    return read.isPending ? (
      <SkeletonGroup label="Loading what was paid" className="flex flex-col gap-4">
        <Skeleton className="h-44 w-full rounded-md" />
        <Skeleton className="h-36 w-full rounded-md" />
      </SkeletonGroup>
    ) : (
      <FetchFailed
        what="What was paid"
        error={read.error}
        onRetry={() => void read.refetch()}
        isRetrying={read.isFetching}
      />
    )
  }
  const why = whyNot(data)
  if (why) {
    return (
      <div className="flex flex-col items-start gap-5">
        <Notice tone="warning">{why}</Notice>
        <Button onClick={onClose}>Close</Button>
      </div>
    )
  }
  return <RefundForm organizer={organizer} orderId={orderId} refundable={data} onClose={onClose} />
}

function whyNot({ paidMinor, leftMinor, isDisputed }: Refundable): string | null {
  if (isDisputed) {
    return 'The buyer’s bank takes a charge of this order back. What you refund as well would be paid twice, so nothing can be refunded until the bank has decided.'
  }
  if (paidMinor === 0) return 'Nothing was paid for this order, so nothing can go back.'
  return leftMinor === 0 ? 'All that was paid for this order went back already.' : null
}

function RefundForm({
  organizer: { slug, locale },
  orderId,
  refundable,
  onClose,
}: RefundProps & { refundable: Refundable }) {
  const { currency, leftMinor, leftFeeMinor, tickets } = refundable
  const amount = (minor: number) => formatAmount(minor, currency, locale)
  const form = useOfficeForm({
    schema: useMemo(() => refundSchema(currency, leftMinor), [currency, leftMinor]),
    values: {
      kind: tickets.length > 1 ? 'tickets' : 'whole',
      ticketIds: [] as string[],
      amount: '',
      keepsFees: false,
      note: '',
    },
    problems: {
      ticketIds: 'Choose at least one ticket.',
      amount: `Write an amount from 0.01 to ${amount(leftMinor)}.`,
      reason: 'Choose a reason.',
      note: 'Write at most 500 characters.',
    },
    send: async (values) => {
      const chosen = wantedOf(values, currency)
      if (!chosen || !preview.data) return
      const { amountMinor, refundedMinor } = preview.data
      const { reason, note } = values
      const shown = { amountMinor, refundedMinor }
      await actOnOrder(
        slug,
        () =>
          callOf(slug)(staffApi.refundOrder, {
            params: { orderId },
            body: { key, wanted: chosen, shown, reason, note },
          }),
        (made) => {
          notify({
            tone: 'success',
            title: `${amount(made.amountMinor)} go back`,
            description: `The reference is ${made.reference}. The buyer gets a mail.`,
          })
          onClose()
        },
      )
    },
  })
  const kindId = form.idOf('kind')
  useEffect(() => {
    // The form was still loading when the dialog gave the focus to its only control, the button to close it.
    document.querySelector<HTMLElement>(`#${CSS.escape(kindId)} input:checked`)?.focus()
  }, [kindId])
  const kind = form.watch('kind')
  const [ticketIds, typed, keepsFees] = form.watch(['ticketIds', 'amount', 'keepsFees'])
  const wanted = wantedOf({ kind, ticketIds, amount: typed, keepsFees }, currency)
  const preview = useQuery(previewQuery(slug, orderId, wanted))
  // A repeated request is the same refund; another choice is another one.
  const chosen = JSON.stringify(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key for each choice
  const key = useMemo(requestKey, [chosen])
  const shown = wanted && !preview.isError ? preview.data : undefined
  const isCurrent = shown !== undefined && !preview.isPlaceholderData
  return (
    <Form
      form={form}
      label="Refund"
      submit={isCurrent ? `Refund ${amount(shown.amountMinor)}` : 'Refund'}
      submitVariant="danger"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <ChoiceField
        form={form}
        name="kind"
        label="What goes back"
        choices={[
          {
            value: 'tickets',
            name: 'Some tickets',
            summary: 'They end, and their seats are on sale again.',
            isDisabled: tickets.length === 0,
          },
          {
            value: 'whole',
            name: `Everything that is left, ${amount(leftMinor)}`,
            summary: 'All tickets end, and their seats are on sale again.',
          },
          {
            value: 'amount',
            name: 'An amount',
            summary: 'All tickets stay valid.',
          },
        ]}
      />
      {kind === 'tickets' && (
        <TicketChoice
          id={form.idOf('ticketIds')}
          tickets={tickets.map((ticket) => ({
            ...ticket,
            aside: amount(ticket.amountMinor),
            hint: ticket.isRedeemed ? 'Used at the door already' : undefined,
          }))}
          chosen={ticketIds}
          onChoose={(ids) => form.setValue('ticketIds', ids, { shouldValidate: true })}
          error={form.problemOf('ticketIds')}
        />
      )}
      {kind === 'amount' && (
        <TextField
          form={form}
          name="amount"
          label={`Amount in ${currency.toUpperCase()}`}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
      {leftFeeMinor > 0 && (
        <CheckField
          form={form}
          name="keepsFees"
          label="Keep the service fees"
          hint="Only the price goes back."
        />
      )}
      <PreviewBox
        preview={shown}
        isPending={wanted !== null && preview.isFetching}
        error={wanted ? preview.error : null}
        locale={locale}
      />
      <SelectField form={form} name="reason" label="Reason">
        <option value="">Choose a reason</option>
        {REFUND_REASON_NAMES.map((name) => (
          <option key={name} value={name}>
            {REFUND_REASONS[name]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        form={form}
        name="note"
        label="What your team should know"
        mark="optional"
        hint="The buyer does not see it."
        maxLength={500}
      />
    </Form>
  )
}
