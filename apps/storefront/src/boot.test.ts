import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

interface Page {
  stored?: string | null
  modules?: string
}

/** Runs the script over a page that is all stand-ins; answers what it did there. */
async function boot({ stored = null, modules = '' }: Page = {}) {
  const classes: string[] = []
  const events = new EventTarget()
  class Button extends EventTarget {
    clicks = 0
    closest = () => this
    click = () => {
      this.clicks += 1
    }
  }
  vi.stubGlobal('document', {
    hidden: true,
    currentScript: { dataset: { modules } },
    documentElement: { classList: { add: (name: string) => classes.push(name) } },
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (stored === 'forbidden') throw new Error('denied')
      return key === 'foyer-theme' ? stored : null
    },
  })
  vi.stubGlobal('Element', Button)
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  await import('./boot.ts')
  const press = (button: Button) => {
    const event = new Event('click')
    Object.defineProperty(event, 'target', { value: button })
    events.dispatchEvent(event)
  }
  const fire = (name: string) => events.dispatchEvent(new Event(name))
  return { classes, press, fire, button: () => new Button() }
}

describe('the theme', () => {
  it.each([
    ['dark while nothing is chosen', null, 'dark'],
    ['what was chosen', 'light', 'light'],
    ['dark for a value that is no theme', 'sepia', 'dark'],
    ['dark where storage is forbidden', 'forbidden', 'dark'],
  ])('is %s', async (_, stored, theme) => {
    expect((await boot({ stored })).classes).toEqual([theme])
  })
})

describe('a button pressed before the app is there', () => {
  it('is pressed once it is, and only the last one', async () => {
    const { press, fire, button } = await boot()
    const [first, last] = [button(), button()]
    press(first)
    press(last)
    fire('foyer-ready')
    expect([first.clicks, last.clicks]).toEqual([0, 1])
  })

  it('is left to the app from then on', async () => {
    const { press, fire, button } = await boot()
    fire('foyer-ready')
    const late = button()
    press(late)
    fire('foyer-ready')
    expect(late.clicks).toBe(0)
  })
})

it("starts the page's modules once it has been read", async () => {
  const started = vi.fn()
  vi.stubGlobal('started', started)
  const { fire } = await boot({ modules: 'data:text/javascript,started()' })
  expect(started).not.toHaveBeenCalled()
  fire('DOMContentLoaded')
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
})
