import { ApiError, COUPON_LIMITS, type OutputOf, staffApi } from '@foyer/contract'
import { Button, Dialog } from '@foyer/ui'
import { useState } from 'react'
import * as z from 'zod/mini'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { ExportButtons } from '../../shared/save-table.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { refetchCoupons } from './coupon-queries.ts'
import { GroupField } from './group-field.tsx'
import { wholeNumber } from './whole-number.ts'

type Made = OutputOf<typeof staffApi.createCouponCodes>['table']

interface BulkDialogProps {
  organizer: string
  groupId: string | undefined
  onClose: () => void
}

const COUNT = new Intl.NumberFormat('en-US')

/** Thousands of codes that nobody can guess; then they are here to download. */
export function BulkDialog({ organizer, groupId, onClose }: BulkDialogProps) {
  const [made, setMade] = useState<Made | null>(null)
  const codes = made?.rows.length === 1 ? 'code is' : 'codes are'
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      step={made ? 'made' : 'form'}
      title={made ? `${COUNT.format(made.rows.length)} ${codes} ready` : 'Many coupon codes'}
      description={
        made
          ? 'Download them for your mailing. The group can be exported again at any time.'
          : 'One for each person: nobody can guess them.'
      }
    >
      {made ? (
        <div className="flex flex-wrap gap-3">
          <ExportButtons variant="primary" label="Download the codes" parts={() => [made]} />
          <Button onClick={onClose}>Done</Button>
        </div>
      ) : (
        <BulkForm organizer={organizer} groupId={groupId} onClose={onClose} onMade={setMade} />
      )}
    </Dialog>
  )
}

const body = staffApi.createCouponCodes.body.shape
const schema = z.object({
  groupId: body.groupId,
  count: wholeNumber(body.count),
  prefix: body.prefix,
  length: wholeNumber(body.length.def.innerType),
  usageLimit: wholeNumber(body.usageLimit.def.innerType),
})

function BulkForm({
  organizer,
  groupId,
  onClose,
  onMade,
}: BulkDialogProps & { onMade: (made: Made) => void }) {
  const form = useOfficeForm({
    schema,
    values: { groupId: groupId ?? '', count: '100', usageLimit: '1', prefix: '', length: '10' },
    problems: {
      groupId: 'Choose a coupon group.',
      count: `A whole number from 1 to ${COUNT.format(COUPON_LIMITS.newCodes)}.`,
      prefix: `At most ${COUPON_LIMITS.prefix} letters, digits and hyphens.`,
      length: `A whole number from ${COUPON_LIMITS.leastRandom} to ${COUPON_LIMITS.mostRandom}.`,
      usageLimit: 'A whole number from 1 to 1,000,000.',
    },
    send: async (sent) => {
      const { table } = await callOf(organizer)(staffApi.createCouponCodes, { body: sent })
      onMade(table)
      await refetchCoupons(organizer)
    },
    fieldOf: (error) =>
      error instanceof ApiError && error.code === 'coupon_group_not_found'
        ? { field: 'groupId', message: error.textOrStatus }
        : null,
  })
  const prefix = form.watch('prefix').trim().toUpperCase()
  return (
    <Form
      form={form}
      submit="Create the codes"
      failureTitle="No code was created"
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Many coupon codes"
    >
      <GroupField
        organizer={organizer}
        id={form.idOf('groupId')}
        value={form.watch('groupId')}
        error={form.problemOf('groupId')}
        onChange={(id) => form.setValue('groupId', id, { shouldValidate: true })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={form} name="count" label="Number of codes" inputMode="numeric" />
        <TextField
          form={form}
          name="usageLimit"
          label="Usage limit of each"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="prefix"
          label="Each begins with"
          mark="optional"
          hint="Such as FAN-"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="length"
          label="Random characters"
          hint={`A code is then like ${prefix}7K2M9XQ4RT.`}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </Form>
  )
}
