import { type OfficeEventSales, staffApi } from '@foyer/contract'
import { Badge, Button, Dialog, EmptyState, notify } from '@foyer/ui'
import { useMemo, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { CheckField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { COUNT, RULE_LABELS, TIME } from './event-rules-form.tsx'
import { storeSales } from './sales-queries.ts'
import { readCurrent, type TypeSales, typeSchema, typeValues, windowText } from './sales-values.ts'

interface TypesProps {
  organizer: string
  sales: OfficeEventSales
  mayChange: boolean
}

/** The ticket types with their windows and limits; each is edited in a dialog. */
export function TypesSection({ organizer, sales, mayChange }: TypesProps) {
  const [editedId, setEditedId] = useState<string | null>(null)
  const edited = sales.types.find(({ id }) => id === editedId)
  const close = () => setEditedId(null)
  if (sales.types.length === 0) {
    return <EmptyState title="No ticket types yet">Create them first, under ‘Tickets’.</EmptyState>
  }
  return (
    <>
      <ul className="divide-y divide-edge rounded-lg border border-edge">
        {sales.types.map((type) => (
          <li key={type.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-44 text-sm">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {type.name}
                {type.rules.isHidden && <Badge>Hidden</Badge>}
              </p>
              <p className="text-muted first-letter:uppercase">{describe(type, sales.timeZone)}</p>
            </div>
            {mayChange && (
              <Button variant="quiet" onClick={() => setEditedId(type.id)}>
                Edit<span className="sr-only"> {type.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={edited !== undefined} onClose={close} title={edited?.name ?? ''} wide>
        {edited && (
          <TypeForm
            key={edited.id}
            onClose={close}
            organizer={organizer}
            sales={sales}
            type={edited}
          />
        )}
      </Dialog>
    </>
  )
}

function describe({ rules }: TypeSales, timeZone: string): string {
  const { minQuantity, maxQuantity, quantityStep, maxPerCustomer } = rules
  const amount =
    minQuantity > 1
      ? `${minQuantity} to ${maxQuantity} per order`
      : `at most ${maxQuantity} per order`
  const step = quantityStep === 2 ? 'in pairs' : quantityStep > 1 ? `by ${quantityStep}` : null
  const customer = maxPerCustomer === null ? null : `at most ${maxPerCustomer} per customer`
  const window = windowText(rules, timeZone) ?? 'sold whenever the event is'
  return [window, amount, step, customer].filter(Boolean).join(' · ')
}

function TypeForm({
  onClose,
  organizer,
  sales: { eventId, timeZone },
  type,
}: {
  onClose: () => void
  organizer: string
  sales: OfficeEventSales
  type: TypeSales
}) {
  const schema = useMemo(() => typeSchema(timeZone), [timeZone])
  const form = useOfficeForm({
    schema,
    values: typeValues(type, timeZone),
    problems: {
      opensAt: TIME,
      closesAt: TIME,
      minQuantity: COUNT,
      maxQuantity: COUNT,
      quantityStep: COUNT,
      maxPerCustomer: COUNT,
      isHidden: '',
    },
    send: async (body) => {
      const params = { eventId, typeId: type.id }
      storeSales(organizer, await callOf(organizer)(staffApi.changeTypeSales, { params, body }))
      notify({ tone: 'success', title: `${type.name}: saved` })
      onClose()
    },
    shared: { valuesOf: (current) => readCurrent.type(current, timeZone), labels: RULE_LABELS },
  })
  return (
    <Form
      form={form}
      label={type.name}
      submit="Save"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="opensAt"
          label="Sales start"
          type="datetime-local"
          mark="optional"
        />
        <TextField
          form={form}
          name="closesAt"
          label="Sales end"
          type="datetime-local"
          mark="optional"
        />
        <TextField form={form} name="minQuantity" label="Fewest per order" inputMode="numeric" />
        <TextField form={form} name="maxQuantity" label="Most per order" inputMode="numeric" />
        <TextField
          form={form}
          name="quantityStep"
          label="Sold by"
          inputMode="numeric"
          hint="2 is in pairs, 4 in tables of four."
        />
        <TextField
          form={form}
          name="maxPerCustomer"
          label="Most per customer"
          inputMode="numeric"
          mark="optional"
          hint="Over all orders of one e-mail address."
        />
      </div>
      <CheckField
        form={form}
        name="isHidden"
        label="Hidden"
        hint="Only buyers with an access code that unlocks it see it, its price and what is left."
      />
    </Form>
  )
}
