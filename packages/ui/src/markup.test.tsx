import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import {
  AvailabilityMark,
  Button,
  buttonStyle,
  Checkbox,
  ChoiceMenu,
  cx,
  Dialog,
  Disclosure,
  Drawer,
  ErrorCard,
  Field,
  Notice,
  RollingNumber,
  SelectInput,
  Skeleton,
  Spinner,
  StepIndicator,
  Stepper,
  StickyBar,
  TextInput,
  TicketCard,
  TicketCardStamp,
  TicketCardTear,
  Toasts,
  UiProvider,
} from './index.ts'
import { stepStates } from './step-indicator.tsx'
import { Tooltip } from './tooltip.tsx'

const html = (element: ReactElement) => renderToString(element)
const nothing = () => {}
const steps = [
  { id: 'date', label: 'Date' },
  { id: 'tickets', label: 'Tickets' },
  { id: 'time', label: 'Time' },
]

describe('server markup', () => {
  it('carries no style attribute and no style element, which our CSP would block', () => {
    const page = html(
      <UiProvider>
        <Button variant="primary" busy busyLabel="Processing...">
          Complete Payment
        </Button>
        <Field label="E-mail" hint="For your tickets" error="Invalid email">
          <TextInput />
        </Field>
        <SelectInput>
          <option>Oregon</option>
        </SelectInput>
        <Checkbox label="Terms" error="Required" />
        <Stepper label="Adult" value={0} onChange={nothing} max={8} />
        <AvailabilityMark level="few" />
        <Skeleton className="h-4 w-20" />
        <Spinner label />
        <Notice tone="danger" title="Declined" />
        <ErrorCard title="Failed to Load Events" onRetry={nothing} />
        <Disclosure summary="Summary">Lines</Disclosure>
        <StepIndicator label="Steps" steps={steps} currentId="time" />
        <RollingNumber value={6996} text="$69.96" />
        <StickyBar label="Order" summary="$69.96" action={<Button>Go</Button>} />
        <TicketCard stage="held" label="Your order">
          <TicketCardTear />
          <TicketCardStamp time="14:32">Held</TicketCardStamp>
        </TicketCard>
        <Drawer open={false} onClose={nothing} title="Menu">
          Links
        </Drawer>
        <ChoiceMenu
          label="Theme"
          icon="*"
          value="dark"
          onChange={nothing}
          choices={[{ value: 'dark', label: 'Dark' }]}
        />
        <Tooltip text="Words">
          <Button>Hover</Button>
        </Tooltip>
        <Dialog open onClose={nothing} title="Question" />
        <Toasts />
      </UiProvider>,
    )
    expect(page).not.toMatch(/\sstyle=/)
    expect(page).not.toContain('<style')
  })
})

describe('a stepper', () => {
  const at = (value: number) =>
    html(<Stepper label="Adult" value={value} onChange={nothing} max={8} maxReason="8 per order" />)
  const button = (page: string, name: string) =>
    page.match(new RegExp(`<button[^>]*aria-label="${name}"[^>]*>`))?.[0] ?? ''

  it('names its buttons after what it counts and says the quantity', () => {
    const page = at(2)
    expect(button(page, 'Add one Adult')).not.toContain('aria-disabled=')
    expect(button(page, 'Remove one Adult')).not.toContain('aria-disabled=')
    expect(page).toMatch(/role="status"[^>]*>2 × Adult</)
  })

  it('blocks minus at the minimum without taking it out of the tab order', () => {
    const minus = button(at(0), 'Remove one Adult')
    expect(minus).toContain('aria-disabled="true"')
    expect(minus).not.toMatch(/\sdisabled/)
  })

  it('says why plus is blocked at the maximum', () => {
    const page = at(8)
    const reasonId = button(page, 'Add one Adult').match(/aria-describedby="([^"]+)"/)?.[1]
    expect(page).toContain(`<span id="${reasonId}" hidden="">8 per order</span>`)
  })
})

describe('a button', () => {
  it('keeps both labels in place while busy, so that its width is stable', () => {
    const page = html(
      <Button busy busyLabel="Processing...">
        Complete Payment
      </Button>,
    )
    expect(page).toContain('Processing...')
    expect(page).toMatch(/class="[^"]*invisible[^"]*">Complete Payment/)
    expect(page).toContain('aria-busy="true"')
  })

  it('a disabled button is announced with its reason', () => {
    const page = html(<Button disabledReason="Choose at least one ticket">Continue</Button>)
    expect(page).toContain('aria-disabled="true"')
    expect(page).toMatch(/aria-describedby="([^"]+)".*<span id="\1" hidden="">Choose at least/)
  })

  it('links can have the looks of a button', () => {
    expect(buttonStyle('primary', 'lg', 'mt-4')).toMatch(/bg-accent .*min-h-14 .* mt-4$/)
  })
})

describe('a field', () => {
  it('ties hint and error to its control, the error first', () => {
    const page = html(
      <Field id="email" label="E-mail" hint="For your tickets" error="Invalid email">
        <TextInput />
      </Field>,
    )
    expect(page).toContain('for="email"')
    expect(page).toContain('aria-describedby="email-error email-hint"')
    expect(page).toContain('aria-invalid="true"')
  })

  it('refers to no missing description', () => {
    const page = html(
      <Field label="City">
        <TextInput />
      </Field>,
    )
    expect(page).not.toMatch(/aria-(describedby|invalid)=/)
  })
})

describe('steps', () => {
  it('are completed before the current one and upcoming after it', () => {
    expect(stepStates(steps, 'tickets')).toEqual(['done', 'current', 'upcoming'])
  })

  it('completed steps are links, and upcoming ones are not', () => {
    const page = html(
      <StepIndicator
        label="Steps"
        steps={steps}
        currentId="tickets"
        renderLink={(step, content) => <a href={`#${step.id}`}>{content}</a>}
      />,
    )
    expect(page.match(/href="[^"]+"/g)).toEqual(['href="#date"'])
    expect(page.match(/aria-current="step"/g)).toHaveLength(1)
  })
})

describe('the position of a step', () => {
  const position = (mayGrow: boolean) =>
    html(<StepIndicator label="Steps" steps={steps} currentId="date" mayGrow={mayGrow} />)

  it('has a total only if no later choice adds steps', () => {
    expect(position(false)).toContain('Step 1 of 3')
    expect(position(true)).toContain('Step 1<')
    expect(position(true)).not.toContain('Step 1 of')
  })
})

describe('words beside shapes', () => {
  it('speaks the availability even if only the mark is shown', () => {
    const page = html(<AvailabilityMark level="soldOut" compact />)
    expect(page).toMatch(/class="sr-only"[^>]*>Sold out/)
  })

  it('can be replaced for another language', () => {
    const page = html(
      <UiProvider texts={{ soldOut: 'Ausverkauft' }}>
        <AvailabilityMark level="soldOut" />
      </UiProvider>,
    )
    expect(page).toContain('Ausverkauft')
  })

  it('speaks a rolling number once, as a whole', () => {
    const page = html(<RollingNumber value={6996} text="$69.96" />)
    expect(page).toMatch(/sr-only"[^>]*>\$69\.96<\/span><span aria-hidden="true">/)
  })
})

describe('cx', () => {
  it('cx joins class names and drops empty values', () => {
    expect(cx('a', false, undefined, null, '', 'b')).toBe('a b')
  })
})
