import { Button, Field, TextInput } from '@foyer/ui'
import { type Ref, useState } from 'react'

interface CouponFormProps {
  isAsking: boolean
  isLocked: boolean
  /** Why the last code was refused. */
  problem: string | null
  onApply: (code: string) => void
  ref: Ref<HTMLInputElement>
}

/** A form of its own: Enter applies the code and does not pay. */
export function CouponForm({ isAsking, isLocked, problem, onApply, ref }: CouponFormProps) {
  const [code, setCode] = useState('')
  return (
    <form
      noValidate
      // Room for the ring of the focus, which the disclosure would cut off.
      className="max-w-md px-1 pt-1 pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLocked) onApply(code)
      }}
    >
      <Field label="Coupon code" {...(problem ? { error: problem } : {})}>
        <div className="flex items-stretch gap-3">
          <TextInput
            ref={ref}
            name="coupon"
            value={code}
            onChange={({ target }) => setCode(target.value)}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            readOnly={isLocked}
          />
          <Button
            type="submit"
            className="shrink-0"
            busy={isAsking}
            busyLabel="Applying…"
            disabled={isLocked}
          >
            Apply
          </Button>
        </div>
      </Field>
    </form>
  )
}
