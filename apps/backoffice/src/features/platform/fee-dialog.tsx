import { staffApi } from '@foyer/contract'
import { formatAmount, MOST_PLATFORM_FEE, type PlatformFee } from '@foyer/domain'
import { Button, Dialog, notify } from '@foyer/ui'
import * as z from 'zod/mini'
import { call } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { CheckField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { storeOperated } from './platform-queries.ts'
import type { TermsDialogProps } from './suspend-dialogs.tsx'

const PPM_PER_PERCENT = 10_000

/** '2.5 % and $0.30 of each payment' */
export function feeText({ ppm, fixedMinor }: PlatformFee, currency: string): string {
  const parts = [
    ppm > 0 && `${ppm / PPM_PER_PERCENT} %`,
    fixedMinor > 0 && formatAmount(fixedMinor, currency),
  ].filter(Boolean)
  return parts.length > 0 ? `${parts.join(' and ')} of each payment` : 'None'
}

const within = (most: number) => (text: string) => Number(text) >= 0 && Number(text) <= most

/** What is typed: a percentage with up to four decimals, and an amount in the smallest units. */
const schema = z.object({
  isDefault: z.boolean(),
  percent: z.string().check(
    z.trim(),
    z.regex(/^\d{1,2}([.,]\d{1,4})?$/),
    z.refine((text) => within(MOST_PLATFORM_FEE.ppm / PPM_PER_PERCENT)(text.replace(',', '.'))),
  ),
  fixed: z
    .string()
    .check(z.trim(), z.regex(/^\d{1,5}$/), z.refine(within(MOST_PLATFORM_FEE.fixedMinor))),
})

export function FeeDialog({ organizer, open, onClose }: TermsDialogProps) {
  const { slug, name, terms, defaultFee, currency } = organizer
  const fee = terms.fee ?? defaultFee
  const form = useOfficeForm({
    schema,
    values: {
      isDefault: terms.fee === null,
      percent: String(fee.ppm / PPM_PER_PERCENT),
      fixed: String(fee.fixedMinor),
    },
    problems: {
      isDefault: 'Choose one.',
      percent: 'A percentage from 0 to 50, with up to four decimals.',
      fixed: 'A whole number from 0 to 10000.',
    },
    send: async ({ isDefault, percent, fixed }) => {
      const typed = {
        ppm: Math.round(Number(percent.replace(',', '.')) * PPM_PER_PERCENT),
        fixedMinor: Number(fixed),
      }
      const body = { fee: isDefault ? null : typed, version: terms.version }
      storeOperated(await call(staffApi.setPlatformFee, { params: { slug }, body }))
      onClose()
      notify({ tone: 'success', title: 'The fee is saved' })
    },
  })
  const isDefault = form.watch('isDefault')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Platform fee of ${name}`}
      description="What the platform takes of each payment on the organizer’s own account, from the next payment on. Payments that were begun keep the fee that they began with."
    >
      <Form form={form} label="Fee" submit="Save" aside={<Button onClick={onClose}>Cancel</Button>}>
        <CheckField
          form={form}
          name="isDefault"
          label="The installation’s default"
          hint={feeText(defaultFee, currency)}
        />
        {!isDefault && (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              form={form}
              name="percent"
              inputMode="decimal"
              label="Share, in percent"
              hint="Of what the buyer pays, fees and taxes included: from 0 to 50, such as 2.5."
            />
            <TextField
              form={form}
              name="fixed"
              inputMode="numeric"
              label="And an amount"
              hint={`In the smallest units of the payment’s currency: 30 is ${formatAmount(30, currency)}.`}
            />
          </div>
        )}
      </Form>
    </Dialog>
  )
}
