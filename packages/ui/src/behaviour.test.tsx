// @vitest-environment happy-dom
import { act, type ReactElement, useState, useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  Button,
  Checkbox,
  Dialog,
  Drawer,
  ErrorCard,
  ErrorSummary,
  Field,
  RollingNumber,
  Stepper,
  TextInput,
} from './index.ts'
import { notify, toastStore } from './notify.ts'
import { ToastList } from './toast.tsx'

/*
 * What the components do when they are used: keys, focus, and what assistive technology hears
 * afterwards. Their markup on the server is in `markup.test.tsx`.
 */

let root: Root
let box: HTMLElement

beforeEach(() => {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
})
afterEach(() => {
  act(() => root.unmount())
  box.remove()
  vi.useRealTimers()
  Reflect.deleteProperty(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
})

const draw = (element: ReactElement) => act(() => root.render(element))

function find(selector: string): HTMLElement {
  const found = box.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`Nothing matches ${selector} in ${box.innerHTML}`)
  return found
}
const named = (name: string) => find(`[aria-label="${name}"]`)
const press = (element: HTMLElement) => act(() => element.click())

/** Presses a key on an element; returns whether the page kept the browser from acting on it. */
function type(element: HTMLElement, key: string, modifiers: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', {
    key,
    bubbles: true,
    cancelable: true,
    ...modifiers,
  })
  act(() => void element.dispatchEvent(event))
  return event.defaultPrevented
}

describe('a stepper', () => {
  function Counted({ start, max = 4, min = 0 }: { start: number; max?: number; min?: number }) {
    const [value, setValue] = useState(start)
    return (
      <Stepper
        label="Adult"
        value={value}
        onChange={setValue}
        min={min}
        max={max}
        maxReason="4 per order"
      />
    )
  }
  const spoken = () => find('[role="status"]').textContent

  it('adds and removes one per press, and says the new quantity', () => {
    draw(<Counted start={1} />)
    press(named('Add one Adult'))
    expect(spoken()).toBe('2 × Adult')
    press(named('Remove one Adult'))
    press(named('Remove one Adult'))
    expect(spoken()).toBe('0 × Adult')
  })

  it.each([
    ['ArrowUp', '3 × Adult'],
    ['ArrowRight', '3 × Adult'],
    ['ArrowDown', '1 × Adult'],
    ['ArrowLeft', '1 × Adult'],
    ['Home', '1 × Adult'],
    ['End', '4 × Adult'],
  ])('%s on either button changes two to %s, and the page does not scroll', (key, expected) => {
    for (const button of ['Add one Adult', 'Remove one Adult']) {
      draw(<Counted key={button} start={2} min={1} />)
      expect(type(named(button), key)).toBe(true)
      expect(spoken()).toBe(expected)
    }
  })

  it('leaves other keys, and keys with a modifier, to the browser', () => {
    draw(<Counted start={2} />)
    for (const key of ['a', 'Tab', 'Enter', 'PageDown'])
      expect(type(named('Add one Adult'), key)).toBe(false)
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
      expect(type(named('Add one Adult'), 'ArrowUp', { [modifier]: true })).toBe(false)
    expect(spoken()).toBe('2 × Adult')
  })

  it('keeps the focus on the button that reaches its limit, and does nothing there', () => {
    draw(<Counted start={3} />)
    const add = named('Add one Adult')
    add.focus()
    press(add)
    expect(spoken()).toBe('4 × Adult')
    expect(add.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(add)
    const reason = add.getAttribute('aria-describedby')
    expect(document.getElementById(reason ?? '')?.textContent).toBe('4 per order')
    press(add)
    type(add, 'ArrowUp')
    expect(spoken()).toBe('4 × Adult')
  })

  it('reports nothing if a key leaves the quantity as it is', () => {
    const onChange = vi.fn()
    draw(<Stepper label="Adult" value={0} onChange={onChange} max={4} />)
    type(named('Add one Adult'), 'Home')
    type(named('Add one Adult'), 'ArrowDown')
    expect(onChange).not.toHaveBeenCalled()
  })

  it('a sold out type cannot be counted up', () => {
    const onChange = vi.fn()
    draw(<Stepper label="Adult" value={0} onChange={onChange} max={0} />)
    press(named('Add one Adult'))
    type(named('Add one Adult'), 'End')
    expect(onChange).not.toHaveBeenCalled()
  })
})

describe('a button', () => {
  it.each([
    ['busy', { busy: true }],
    ['disabled', { disabled: true }],
    ['disabled for a reason', { disabledReason: 'Choose a time first' }],
  ])('that is %s takes the focus, but neither acts nor submits', (_, state) => {
    const onClick = vi.fn()
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    draw(
      <form onSubmit={onSubmit}>
        <Button type="submit" onClick={onClick} {...state}>
          Pay
        </Button>
      </form>,
    )
    const button = find('button')
    button.focus()
    expect(document.activeElement).toBe(button)
    press(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('acts again once it is no longer busy, and keeps the focus in between', () => {
    const onClick = vi.fn()
    draw(<Button onClick={onClick}>Pay</Button>)
    find('button').focus()
    draw(
      <Button onClick={onClick} busy>
        Pay
      </Button>,
    )
    press(find('button'))
    draw(<Button onClick={onClick}>Pay</Button>)
    expect(document.activeElement).toBe(find('button'))
    press(find('button'))
    expect(onClick).toHaveBeenCalledTimes(1)
  })

  it('submits a form only if its type is submit', () => {
    draw(<Button>Pay</Button>)
    expect(find('button').getAttribute('type')).toBe('button')
    draw(<Button type="submit">Pay</Button>)
    expect(find('button').getAttribute('type')).toBe('submit')
  })
})

describe('a dialog', () => {
  const dialogOf = () => {
    const dialog = box.querySelector('dialog')
    if (!dialog) throw new Error('There is no dialog')
    return dialog
  }

  it('is named by its title and described by its text', () => {
    draw(
      <Dialog open onClose={() => {}} title="Hold failed" description="These tickets are gone." />,
    )
    const dialog = dialogOf()
    const textAt = (attribute: string) =>
      document.getElementById(dialog.getAttribute(attribute) ?? '')?.textContent
    expect(dialog.open).toBe(true)
    expect(textAt('aria-labelledby')).toBe('Hold failed')
    expect(textAt('aria-describedby')).toBe('These tickets are gone.')
  })

  it('stays mounted while closed, so that the browser can return the focus', () => {
    draw(<Dialog open onClose={() => {}} title="Hold failed" />)
    draw(<Dialog open={false} onClose={() => {}} title="Hold failed" />)
    expect(dialogOf().open).toBe(false)
  })

  it('closes by its button and by a press beside it, but not by a press inside', () => {
    const onClose = vi.fn()
    draw(
      <Dialog open onClose={onClose} title="Hold failed">
        <p id="inside">Choose another time.</p>
      </Dialog>,
    )
    press(find('#inside'))
    expect(onClose).not.toHaveBeenCalled()
    press(dialogOf())
    press(named('Close'))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('gives the focus to its title when its step changes, and not when it opens', () => {
    draw(<Dialog open onClose={() => {}} title="Options" step="options" />)
    const focusedTitle = () => box.querySelector('h2:focus')?.textContent
    expect(focusedTitle()).toBeUndefined()
    draw(<Dialog open onClose={() => {}} title="Payment" step="payment" />)
    expect(focusedTitle()).toBe('Payment')
  })

  it('stays open, but is not modal, while a window of the page must be reachable', () => {
    const onClose = vi.fn()
    const show = vi.spyOn(HTMLDialogElement.prototype, 'show')
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    draw(<Dialog open onClose={onClose} title="Payment" />)
    draw(<Dialog open yields onClose={onClose} title="Payment" />)
    expect([show.mock.calls.length, showModal.mock.calls.length]).toEqual([1, 1])
    expect(dialogOf().open).toBe(true)
    draw(<Dialog open onClose={onClose} title="Payment" />)
    expect([show.mock.calls.length, showModal.mock.calls.length]).toEqual([1, 2])
    expect(dialogOf().open).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
  })

  it('cannot be left while an action runs: no button, no press beside it, no Escape', () => {
    const onClose = vi.fn()
    draw(<Dialog open onClose={onClose} title="Holding" dismissable={false} />)
    const dialog = dialogOf()
    expect(box.querySelector('[aria-label="Close"]')).toBeNull()
    press(dialog)
    const cancel = new Event('cancel', { cancelable: true })
    act(() => void dialog.dispatchEvent(cancel))
    expect(cancel.defaultPrevented).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
    expect(dialog.open).toBe(true)
  })

  it('a drawer is named by its title and closes by its button', () => {
    const onClose = vi.fn()
    draw(
      <Drawer open onClose={onClose} title="Menu">
        <a href="/events">Events</a>
      </Drawer>,
    )
    const label = dialogOf().getAttribute('aria-labelledby') ?? ''
    expect(document.getElementById(label)?.textContent).toBe('Menu')
    press(named('Close'))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})

describe('a field', () => {
  const control = () => find('input')
  const descriptions = () =>
    (control().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter(Boolean)
      .map((id) => document.getElementById(id)?.textContent)

  it('its error is described before its hint, and neither is described once it is gone', () => {
    const field = (error?: string) => (
      <Field label="Phone" hint="For changes of the day" {...(error ? { error } : {})}>
        <TextInput />
      </Field>
    )
    draw(field('Required'))
    expect(descriptions()).toEqual(['Required', 'For changes of the day'])
    expect(control().getAttribute('aria-invalid')).toBe('true')
    draw(field())
    expect(descriptions()).toEqual(['For changes of the day'])
    expect(control().hasAttribute('aria-invalid')).toBe(false)
  })

  it('its label leads to the control, also under an id of its own', () => {
    draw(
      <Field label="E-mail" id="email">
        <TextInput />
      </Field>,
    )
    expect(find('label').getAttribute('for')).toBe('email')
    expect(control().id).toBe('email')
  })

  it('what was typed survives an error that appears', () => {
    draw(
      <Field label="ZIP">
        <TextInput />
      </Field>,
    )
    const before = find('input')
    if (before instanceof HTMLInputElement) before.value = '1234'
    before.focus()
    draw(
      <Field label="ZIP" error="Required">
        <TextInput />
      </Field>,
    )
    expect(control()).toBe(before)
    expect(document.activeElement).toBe(before)
    expect(control()).toHaveProperty('value', '1234')
  })

  it('the summary of errors links to each field, and is not shown without errors', () => {
    draw(<ErrorSummary title="Please check" failures={[]} />)
    expect(box.innerHTML).toBe('')
    draw(
      <ErrorSummary
        title="Please check"
        failures={[
          { fieldId: 'email', message: 'Invalid email' },
          { fieldId: 'phone', message: 'Required' },
        ]}
      />,
    )
    const links = [...box.querySelectorAll('a')].map((link) => [
      link.getAttribute('href'),
      link.textContent,
    ])
    expect(links).toEqual([
      ['#email', 'Invalid email'],
      ['#phone', 'Required'],
    ])
    const alert = find('[role="alert"]')
    alert.focus()
    expect(document.activeElement).toBe(alert)
  })

  it('a checkbox is checked by its label, and its error is described', () => {
    draw(<Checkbox label="I agree" error="Please agree" />)
    const checkbox = find('input')
    press(find('label'))
    expect(checkbox).toHaveProperty('checked', true)
    const described = document.getElementById(checkbox.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toBe('Please agree')
  })
})

describe('messages', () => {
  function Region() {
    const shown = useSyncExternalStore(toastStore.subscribe, toastStore.current)
    return (
      <>
        <button type="button" aria-label="Elsewhere" />
        <ToastList toasts={shown} />
      </>
    )
  }
  const titles = () =>
    [...box.querySelectorAll('li:not([hidden]) p:first-child')].map((title) => title.textContent)
  const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

  beforeEach(() => {
    vi.useFakeTimers()
    for (const { id } of toastStore.current()) toastStore.dismiss(id)
  })

  it('disappear by themselves, but an error stays until it is dismissed', () => {
    draw(<Region />)
    act(() => notify({ title: 'Email Sent', tone: 'success' }))
    act(() => notify({ title: 'Not sent', tone: 'danger' }))
    pass(5900)
    expect(titles()).toEqual(['Email Sent', 'Not sent'])
    pass(200)
    expect(titles()).toEqual(['Not sent'])
    pass(60_000)
    expect(titles()).toEqual(['Not sent'])
    press(find('li:not([hidden]) button'))
    expect(titles()).toEqual([])
  })

  it('do not disappear while the focus is on one of them, and have their full time afterwards', () => {
    draw(<Region />)
    act(() => notify({ title: 'Email Sent' }))
    pass(5000)
    act(() => find('li:not([hidden]) button').focus())
    pass(60_000)
    expect(titles()).toEqual(['Email Sent'])
    act(() => named('Elsewhere').focus())
    pass(5900)
    expect(titles()).toEqual(['Email Sent'])
    pass(200)
    expect(titles()).toEqual([])
  })

  it('do not disappear while the pointer is moved on them, but do if they appeared below it', () => {
    draw(<Region />)
    const point = (type: string, movementX: number) =>
      act(() =>
        find('ul').dispatchEvent(
          Object.assign(new Event(type, { bubbles: true }), {
            movementX,
            movementY: 0,
          }),
        ),
      )
    act(() => notify({ title: 'Email Sent' }))
    point('pointermove', 3)
    pass(60_000)
    expect(titles()).toEqual(['Email Sent'])
    point('pointerout', 0)
    pass(6100)
    expect(titles()).toEqual([])
    act(() => notify({ title: 'Saved' }))
    point('pointermove', 0)
    pass(6100)
    expect(titles()).toEqual([])
  })

  it('Escape dismisses one and moves the focus to the next, and at last back to where it was', () => {
    draw(<Region />)
    act(() => notify({ title: 'First', tone: 'danger' }))
    act(() => notify({ title: 'Second', tone: 'danger' }))
    act(() => named('Elsewhere').focus())
    const buttons = () => [...box.querySelectorAll<HTMLElement>('li:not([hidden]) button')]
    act(() => buttons()[0]?.focus())
    type(buttons()[0] ?? box, 'Escape')
    expect(titles()).toEqual(['Second'])
    expect(document.activeElement).toBe(buttons()[0])
    type(buttons()[0] ?? box, 'Escape')
    expect(titles()).toEqual([])
    expect(document.activeElement).toBe(named('Elsewhere'))
  })
})

describe('a number that changes', () => {
  const directions = () =>
    [...box.querySelectorAll('.roll > *')].map((figure) => figure.getAttribute('data-direction'))

  it('rolls up for more and down for less, and not when it is first shown', () => {
    draw(<RollingNumber value={999} text="$9.99" />)
    expect(new Set(directions())).toEqual(new Set(['none']))
    draw(<RollingNumber value={1000} text="$10.00" />)
    expect(new Set(directions())).toEqual(new Set(['up']))
    draw(<RollingNumber value={500} text="$5.00" />)
    expect(new Set(directions())).toEqual(new Set(['down']))
  })

  it('is spoken as a whole, unless its parent announces it', () => {
    draw(<RollingNumber value={999} text="$9.99" />)
    expect(find('.sr-only').textContent).toBe('$9.99')
    draw(<RollingNumber value={999} text="$9.99" silent />)
    expect(box.querySelector('.sr-only')).toBeNull()
  })
})

describe('a part that could not be shown', () => {
  it('is announced, has a heading of its level, and tries again once per press', () => {
    const onRetry = vi.fn()
    draw(<ErrorCard level={1} title="No tickets" message="Try again." onRetry={onRetry} />)
    expect(find('[role="alert"] h1').textContent).toBe('No tickets')
    press(find('button'))
    expect(onRetry).toHaveBeenCalledTimes(1)
    draw(<ErrorCard level={1} title="No tickets" onRetry={onRetry} retrying />)
    press(find('button'))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it('offers nothing to press if nothing can be done', () => {
    draw(<ErrorCard title="No tickets" />)
    expect(box.querySelector('button')).toBeNull()
  })
})
