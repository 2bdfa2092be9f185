import { useState } from 'react'
import {
  AvailabilityMark,
  Button,
  RollingNumber,
  StepIndicator,
  Stepper,
  StickyBar,
  StickyBarSummary,
} from '../src/index.ts'
import { SampleCard } from './tickets.tsx'

const steps = [
  { id: 'date', label: 'Date' },
  { id: 'tickets', label: 'Tickets' },
  { id: 'time', label: 'Time' },
  { id: 'review', label: 'Review' },
]
const types = [
  { name: 'General Admission', price: 34.98, about: 'Standing, all floors, from 7 PM.' },
  { name: 'Fast Pass', price: 49.98, about: 'The short queue at the east gate.' },
  { name: 'Platinum VIP', price: 129, about: 'Balcony seat, cloakroom and a drink.' },
]

/** A whole screen built from components alone, to see them together. */
export function TicketsScreen() {
  const [quantities, setQuantities] = useState<Record<string, number>>({ 'General Admission': 2 })
  const total = types.reduce((sum, type) => sum + type.price * (quantities[type.name] ?? 0), 0)
  const totalText = `$${total.toFixed(2)}`
  return (
    <>
      <StepIndicator
        label="Booking steps"
        steps={steps}
        currentId="tickets"
        renderLink={(step, content) => <a href={`#${step.id}`}>{content}</a>}
      />
      <div className="mt-6 grid gap-12 lg:mt-10 lg:grid-cols-[1fr_24rem] lg:gap-16">
        <div>
          <h1 className="font-display text-title font-bold">Select Tickets</h1>
          <p className="mt-2 text-muted">Saturday, December 5, 2026</p>
          <ul className="mt-6 sm:mt-8">
            {types.map((type) => (
              <li
                key={type.name}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-edge py-5"
              >
                <div className="min-w-0 flex-1 basis-40">
                  <h2 className="font-display text-lg font-bold">{type.name}</h2>
                  <p className="text-sm text-muted">{type.about}</p>
                  <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
                    <span className="figures font-semibold">${type.price.toFixed(2)}</span>
                    <AvailabilityMark level={type.price > 100 ? 'few' : 'available'} />
                  </p>
                </div>
                <Stepper
                  label={type.name}
                  value={quantities[type.name] ?? 0}
                  onChange={(value) => setQuantities({ ...quantities, [type.name]: value })}
                  max={8}
                />
              </li>
            ))}
          </ul>
          <div className="mt-6 hidden lg:block">
            <Button variant="primary" size="lg">
              Select Time Slot
            </Button>
          </div>
        </div>
        <aside className="hidden lg:sticky lg:top-8 lg:block lg:self-start">
          <SampleCard stage="choosing" />
        </aside>
      </div>
      <StickyBar
        label="Your order"
        summary={
          <StickyBarSummary
            total={<RollingNumber value={total} text={totalText} />}
            note="2 tickets, incl. fees"
          />
        }
        action={<Button variant="primary">Select Time Slot</Button>}
      />
    </>
  )
}
