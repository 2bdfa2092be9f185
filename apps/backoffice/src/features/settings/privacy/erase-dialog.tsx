import { ApiError, type StoredPerson, staffApi } from '@foyer/contract'
import { Button, Dialog, Notice, notify } from '@foyer/ui'
import * as z from 'zod/mini'
import { callOf } from '../../../data/client.ts'
import { Form, TextField } from '../../../shared/form.tsx'
import { CheckField } from '../../../shared/more-fields.tsx'
import { useOfficeForm } from '../../../shared/use-office-form.ts'
import { KIND_TEXTS } from './kind-texts.ts'

export type Erased = z.output<typeof staffApi.erasePerson.output>

interface EraseDialogProps {
  organizer: string
  person: StoredPerson
  open: boolean
  onClose: () => void
  onErased: (erased: Erased) => void
}

/** Says what an erasure removes and what stays, and asks for the address again. */
export function EraseDialog({ open, onClose, ...rest }: EraseDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Erase this person?"
      description="This cannot be undone. Nobody can open or look up these orders any more."
    >
      {open && <EraseForm onClose={onClose} {...rest} />}
    </Dialog>
  )
}

function EraseForm({ organizer, person, onClose, onErased }: Omit<EraseDialogProps, 'open'>) {
  const { email, kinds, open: reasons } = person
  const isOpen = reasons.length > 0
  const form = useOfficeForm({
    schema: z.object({
      typed: z.string().check(z.refine((typed: string) => typed.trim().toLowerCase() === email)),
      evenOpen: z.boolean().check(z.refine((ticked: boolean) => ticked || !isOpen)),
    }),
    values: { typed: '', evenOpen: false },
    problems: {
      typed: `Type ${email} to erase this person.`,
      evenOpen: 'Confirm that you erase although something is open, or wait until it is over.',
    },
    send: async ({ typed, evenOpen }) => {
      const body = { email, typed, evenOpen }
      onErased(await callOf(organizer)(staffApi.erasePerson, { body }))
      onClose()
      notify({ tone: 'success', title: 'Erased' })
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'erase_too_early'
        ? { field: 'evenOpen', message: error.textOrStatus }
        : null,
  })
  return (
    <Form
      form={form}
      label="Erase"
      submit="Erase this person"
      submitVariant="danger"
      aside={<Button onClick={onClose}>Cancel</Button>}
    >
      <dl className="flex flex-col gap-2 text-sm">
        {kinds.map(({ kind }) => (
          <div key={kind}>
            <dt className="font-semibold">{KIND_TEXTS[kind].name}</dt>
            <dd className="text-muted">{KIND_TEXTS[kind].erasure}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">
        Amounts stay because bookkeeping and tax law ask for them. The payment provider and copies
        of mails at your mail server are beyond this: you are told afterwards what to ask for.
      </p>
      {isOpen && (
        <Notice tone="warning" announce="none" title="It is early">
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isOpen && (
        <CheckField
          form={form}
          name="evenOpen"
          label="Erase anyway"
          hint="The person asked for it now, or cannot use what is open."
        />
      )}
      <TextField
        form={form}
        name="typed"
        label="Type the address again"
        hint={<span className="break-all">{email}</span>}
        autoComplete="off"
        inputMode="email"
      />
    </Form>
  )
}
