import { ApiError, type OfficeEventSales, staffApi } from '@foyer/contract'
import { Button, Checkbox, Dialog, notify } from '@foyer/ui'
import { useMemo, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { copyText } from '../../shared/copy-text.ts'
import { ChoiceField, Form, TextField } from '../../shared/form.tsx'
import { CheckField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { TIME } from './event-rules-form.tsx'
import { refetchSales } from './sales-queries.ts'
import { codesSchema } from './sales-values.ts'

interface NewCodesProps {
  open: boolean
  onClose: () => void
  organizer: string
  sales: OfficeEventSales
}

/** Makes one code, or many; many are shown once more to copy, as nobody can remember them. */
export function NewCodesDialog({ open, onClose, organizer, sales }: NewCodesProps) {
  const [made, setMade] = useState<readonly string[] | null>(null)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      wide
      step={made ? 'made' : 'form'}
      title={made ? `${made.length} codes are ready` : 'New access codes'}
      description={
        made
          ? 'Copy them now for your mailing. The list has them too.'
          : 'Buyers enter a code on the page of the event, or open a link with ?code= and the code.'
      }
    >
      {made && <MadeCodes codes={made} onClose={close} />}
      {open && !made && (
        <CodesForm organizer={organizer} sales={sales} onClose={close} onMade={setMade} />
      )}
    </Dialog>
  )
}

function MadeCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = () => copyText(codes.join('\n'), `${codes.length} codes copied`)
  return (
    <div className="flex flex-col gap-4">
      <textarea
        aria-label="The new codes"
        readOnly
        rows={8}
        value={codes.join('\n')}
        className="figures w-full rounded-md border border-edge bg-surface p-3 text-sm"
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={() => void copy()}>
          Copy all
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}

function CodesForm({
  organizer,
  sales,
  onClose,
  onMade,
}: {
  organizer: string
  sales: OfficeEventSales
  onClose: () => void
  onMade: (codes: readonly string[]) => void
}) {
  const { eventId, timeZone, types } = sales
  const schema = useMemo(() => codesSchema(timeZone), [timeZone])
  const hidden = types.filter(({ rules }) => rules.isHidden)
  const form = useOfficeForm({
    schema,
    values: {
      kind: 'one',
      code: '',
      prefix: '',
      count: '100',
      label: '',
      startsAt: '',
      endsAt: '',
      // What a code is most likely for: hidden types if there are any, else an early start.
      opensEarly: hidden.length === 0,
      typeIds: hidden.map(({ id }) => id),
      maxUses: '',
    },
    problems: {
      kind: 'Choose one.',
      code: '3 to 32 letters, digits and hyphens.',
      prefix: 'At most 16 letters, digits and hyphens.',
      count: 'A whole number from 1 to 5000.',
      label: 'At most 80 characters.',
      startsAt: TIME,
      endsAt: TIME,
      typeIds: 'Choose what the code opens: a ticket type, or an early start.',
      opensEarly: '',
      maxUses: 'A whole number, or nothing.',
    },
    send: async ({ kind, code, prefix, count, ...shared }) => {
      const params = { eventId }
      const call = callOf(organizer)
      if (kind === 'many') {
        const made = await call(staffApi.createAccessCodes, {
          params,
          body: { prefix, count, ...shared },
        })
        onMade(made.codes)
      } else {
        await call(staffApi.createAccessCode, { params, body: { code, ...shared } })
        notify({ tone: 'success', title: `${code.toUpperCase()} is ready` })
        onClose()
      }
      await refetchSales(organizer, eventId)
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'access_code_taken'
        ? { field: 'code', message: error.textOrStatus }
        : null,
  })
  const chosen = form.watch('typeIds')
  const toggle = (id: string, isOn: boolean) =>
    form.setValue('typeIds', isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  const isMany = form.watch('kind') === 'many'
  return (
    <Form
      form={form}
      label="New access codes"
      submit={isMany ? 'Make the codes' : 'Make the code'}
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <ChoiceField
        form={form}
        name="kind"
        label="How many"
        choices={[
          {
            value: 'one',
            name: 'One code',
            summary: 'In your own words, for many people: FANCLUB',
          },
          {
            value: 'many',
            name: 'Many codes',
            summary: 'Nobody can guess them: one for each person',
          },
        ]}
      />
      {isMany ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField form={form} name="count" label="Number of codes" inputMode="numeric" />
          <TextField
            form={form}
            name="prefix"
            label="Each begins with"
            mark="optional"
            hint="Such as FAN-"
          />
        </div>
      ) : (
        <TextField
          form={form}
          name="code"
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
        />
      )}
      <fieldset id={form.idOf('typeIds')} tabIndex={-1} className="grid gap-3">
        <legend className="mb-1.5 text-sm font-semibold">What it opens</legend>
        <CheckField
          form={form}
          name="opensEarly"
          label="Buying before sales start"
          hint="An end of sales and a pause stay as they are."
        />
        {types.map(({ id, name, rules }) => (
          <Checkbox
            key={id}
            label={rules.isHidden ? `${name} (hidden)` : name}
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          />
        ))}
        {form.problemOf('typeIds') && (
          <p className="text-sm text-danger-text">{form.problemOf('typeIds')}</p>
        )}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          form={form}
          name="startsAt"
          label="Works from"
          type="datetime-local"
          mark="optional"
        />
        <TextField
          form={form}
          name="endsAt"
          label="Works until"
          type="datetime-local"
          mark="optional"
        />
        <TextField
          form={form}
          name="maxUses"
          label="Orders per code"
          inputMode="numeric"
          mark="optional"
          hint="Empty: any number."
        />
        <TextField form={form} name="label" label="Label" mark="optional" hint="For your list." />
      </div>
    </Form>
  )
}
