import { type CouponGroup, staffApi } from '@foyer/contract'
import { Button, Dialog, notify } from '@foyer/ui'
import * as z from 'zod/mini'
import { callOf } from '../../data/client.ts'
import { Form, TextField } from '../../shared/form.tsx'
import { CheckField, TextAreaField } from '../../shared/more-fields.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { refetchCoupons } from './coupon-queries.ts'

interface GroupDialogProps {
  organizer: string
  /** Null: a new one. */
  group: CouponGroup | null
  onClose: () => void
}

const LABELS = { name: 'Name', description: 'Description', isActive: 'Active' }

const body = staffApi.changeCouponGroup.body
const schema = z.extend(body, { version: z.string() })

/** A coupon group: what it is for, and whether its codes work. */
export function GroupDialog(props: GroupDialogProps) {
  const { group, onClose } = props
  return (
    <Dialog open wide onClose={onClose} title={group ? group.name : 'New coupon group'}>
      <GroupForm {...props} />
    </Dialog>
  )
}

function GroupForm({ organizer, group, onClose }: GroupDialogProps) {
  const form = useOfficeForm({
    schema,
    values: group ? valuesOf(group) : { name: '', description: '', isActive: true, version: '' },
    problems: {
      name: 'Enter a name of at most 100 characters.',
      description: 'At most 400 characters.',
      isActive: '',
    },
    send: async ({ version, ...sent }) => {
      const call = callOf(organizer)
      if (group) {
        const params = { groupId: group.id }
        await call(staffApi.changeCouponGroup, { params, body: { ...sent, version } })
      } else await call(staffApi.createCouponGroup, { body: sent })
      notify({
        tone: 'success',
        title: group ? `${sent.name} is saved` : 'Coupon group created successfully',
      })
      onClose()
      await refetchCoupons(organizer)
    },
    shared: {
      valuesOf: (current) => {
        const read = body.safeParse(current)
        return read.success ? valuesOf(read.data) : null
      },
      labels: LABELS,
    },
  })
  return (
    <Form
      form={form}
      submit={group ? 'Save' : 'Create the group'}
      failureTitle={group ? 'Nothing was saved' : 'Failed to create coupon group'}
      aside={<Button onClick={onClose}>Cancel</Button>}
      label="Coupon group"
    >
      <TextField
        form={form}
        name="name"
        label={LABELS.name}
        hint="For your team: buyers do not read it."
        autoComplete="off"
      />
      <TextAreaField form={form} name="description" label={LABELS.description} mark="optional" />
      <CheckField
        form={form}
        name="isActive"
        label={LABELS.isActive}
        hint="Off, none of its codes works. What is held with one keeps its price."
      />
    </Form>
  )
}

const valuesOf = ({
  name,
  description,
  isActive,
  version,
}: Pick<CouponGroup, 'name' | 'description' | 'isActive' | 'version'>) => ({
  name,
  description,
  isActive,
  version,
})
