import { ApiError, type CouponCode, staffApi } from '@foyer/contract'
import { Button, Dialog, notify } from '@foyer/ui'
import * as z from 'zod/mini'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { CheckField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { refetchCoupons } from './coupon-queries.ts'
import { GroupField } from './group-field.tsx'
import { wholeNumber } from './whole-number.ts'

interface CodeDialogProps {
  organizer: string
  /** Null: a new one. */
  code: CouponCode | null
  /** The group of a new one, if the list shows one group. */
  groupId: string | undefined
  onClose: () => void
}

const LABELS = { usageLimit: 'Usage limit', isActive: 'Active' }

const USES = 'A whole number from 1 to 1,000,000.'

/** One coupon code; once it exists, its text and its group stay. */
export function CodeDialog(props: CodeDialogProps) {
  const { code, onClose } = props
  return (
    <Dialog
      open
      onClose={onClose}
      title={code ? code.code : 'New coupon code'}
      description={code ? `In the group ${code.groupName}.` : undefined}
    >
      {code ? <EditForm {...props} code={code} /> : <NewForm {...props} />}
    </Dialog>
  )
}

const newCode = staffApi.createCouponCode.body.shape
const newSchema = z.object({
  groupId: newCode.groupId,
  code: newCode.code,
  usageLimit: wholeNumber(staffApi.changeCouponCode.body.shape.usageLimit),
  isActive: z.boolean(),
})

function NewForm({ organizer, groupId, onClose }: CodeDialogProps) {
  const form = useOfficeForm({
    schema: newSchema,
    values: { groupId: groupId ?? '', code: '', usageLimit: '1', isActive: true },
    problems: {
      groupId: 'Choose a coupon group.',
      code: 'Enter a code of at most 64 characters.',
      usageLimit: USES,
      isActive: '',
    },
    send: async (body) => {
      await callOf(organizer)(staffApi.createCouponCode, { body })
      notify({
        tone: 'success',
        title: 'Coupon code created successfully',
        description: `Buyers enter ${body.code} when they review their order.`,
      })
      onClose()
      await refetchCoupons(organizer)
    },
    fieldOf: (error) => {
      if (!(error instanceof ApiError)) return null
      if (error.code === 'coupon_code_taken') return { field: 'code', message: error.textOrStatus }
      if (error.code === 'coupon_group_not_found')
        return { field: 'groupId', message: error.textOrStatus }
      return null
    },
  })
  return (
    <Form
      form={form}
      submit="Create the code"
      failureTitle="Failed to create coupon code"
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Coupon code"
    >
      <GroupField
        organizer={organizer}
        id={form.idOf('groupId')}
        value={form.watch('groupId')}
        error={form.problemOf('groupId')}
        onChange={(id) => form.setValue('groupId', id, { shouldValidate: true })}
      />
      <TextField
        form={form}
        name="code"
        label="Code"
        hint="Buyers may enter it in upper or lower case."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        form={form}
        name="usageLimit"
        label={LABELS.usageLimit}
        hint="How many orders may use it."
        inputMode="numeric"
        autoComplete="off"
      />
      <CheckField form={form} name="isActive" label={LABELS.isActive} />
    </Form>
  )
}

const edit = staffApi.changeCouponCode.body
const editSchema = z.extend(edit, { usageLimit: wholeNumber(edit.shape.usageLimit) })

const valuesOf = ({ usageLimit, isActive, version }: z.output<typeof edit>) => ({
  usageLimit: String(usageLimit),
  isActive,
  version,
})

function EditForm({ organizer, code, onClose }: CodeDialogProps & { code: CouponCode }) {
  const form = useOfficeForm({
    schema: editSchema,
    values: valuesOf(code),
    problems: { usageLimit: USES, isActive: '' },
    send: async (body) => {
      await callOf(organizer)(staffApi.changeCouponCode, { params: { codeId: code.id }, body })
      notify({ tone: 'success', title: `${code.code} is saved` })
      onClose()
      await refetchCoupons(organizer)
    },
    shared: {
      valuesOf: (current) => {
        const read = edit.safeParse(current)
        return read.success ? valuesOf(read.data) : null
      },
      labels: LABELS,
    },
  })
  return (
    <Form
      form={form}
      submit="Save"
      failureTitle="Nothing was saved"
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Coupon code"
    >
      <TextField
        form={form}
        name="usageLimit"
        label={LABELS.usageLimit}
        hint={`${code.usageCount} of ${code.usageLimit} used so far.`}
        inputMode="numeric"
        autoComplete="off"
      />
      <CheckField
        form={form}
        name="isActive"
        label={LABELS.isActive}
        hint="Off, nobody can enter it. What is held with it keeps its price."
      />
    </Form>
  )
}
