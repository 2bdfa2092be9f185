import { useState } from 'react'
import { ArrowRight, Search, Sun } from '../src/icons.ts'
import {
  Button,
  Checkbox,
  ErrorSummary,
  Field,
  IconButton,
  SelectInput,
  Stepper,
  TextInput,
} from '../src/index.ts'
import { Section } from './section.tsx'

export function Controls() {
  const [quantity, setQuantity] = useState(2)
  return (
    <>
      <Section title="Buttons">
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" size="lg">
            Hold 2 tickets
          </Button>
          <Button>Back to Events</Button>
          <Button variant="ghost">No Thanks</Button>
          <Button variant="danger">Release tickets</Button>
          <IconButton label="Search">
            <Search className="size-5" />
          </IconButton>
          <IconButton label="Theme">
            <Sun className="size-5" />
          </IconButton>
        </div>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <Button variant="primary" busy busyLabel="Processing...">
            Complete Payment
          </Button>
          <Button busy>Retry</Button>
          <Button variant="primary" disabledReason="Choose at least one ticket">
            Select Time Slot
            <ArrowRight className="size-4" />
          </Button>
          <Button disabled>Load More Events</Button>
        </div>
      </Section>
      <Section title="Fields">
        <div className="grid max-w-form gap-5">
          <ErrorSummary
            title="Two things need another look"
            failures={[{ fieldId: 'email', message: 'E-mail: Invalid email' }]}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="First name">
              <TextInput autoComplete="given-name" defaultValue="Ada" />
            </Field>
            <Field label="Last name">
              <TextInput autoComplete="family-name" placeholder="Lovelace" />
            </Field>
          </div>
          <Field label="E-mail" id="email" error="Invalid email" hint="Your tickets are sent here.">
            <TextInput type="email" inputMode="email" defaultValue="ada@" />
          </Field>
          <Field label="Phone" mark="optional" hint="Only used if the event is moved.">
            <TextInput type="tel" />
          </Field>
          <Field label="State">
            <SelectInput defaultValue="OR">
              <option value="OR">Oregon</option>
              <option value="WA">Washington</option>
            </SelectInput>
          </Field>
          <Checkbox label="Billing address is my address" defaultChecked />
          <Checkbox label="I have read the terms" hint="Two pages" error="Required" />
        </div>
      </Section>
      <Section title="Stepper">
        <div className="flex flex-wrap gap-8">
          <Stepper label="General Admission" value={quantity} onChange={setQuantity} max={8} />
          <Stepper label="Fast Pass" value={0} onChange={setQuantity} max={8} />
          <Stepper label="VIP" value={8} onChange={setQuantity} max={8} maxReason="8 per order" />
        </div>
      </Section>
    </>
  )
}
