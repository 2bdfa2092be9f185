import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

interface Page {
  stored?: string | null
  /** Whether this tab has shown a page before. */
  isKnown?: boolean
  modules?: string
  /** The theme that the device prefers. */
  device?: 'dark' | 'light'
}

/** Runs the script over a stubbed page and returns what it did there. */
async function boot({
  stored = null,
  isKnown = false,
  modules = 'data:text/javascript,',
  device = 'dark',
}: Page = {}) {
  const classes: string[] = []
  const root: { faces?: string } = {}
  const written: string[] = []
  const loaded: string[] = []
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
    fonts: { load: async (face: string) => loaded.push(face) },
    documentElement: { classList: { add: (name: string) => classes.push(name) }, dataset: root },
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (stored === 'forbidden') throw new Error('denied')
      return key === 'foyer-theme' ? stored : null
    },
  })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === `(prefers-color-scheme: ${device})`,
  }))
  vi.stubGlobal('sessionStorage', {
    getItem: () => (isKnown ? 'yes' : null),
    setItem: (key: string) => written.push(key),
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
  return { classes, root, written, loaded, press, fire, button: () => new Button() }
}

describe('the theme', () => {
  it.each([
    ['dark while nothing is chosen', null, 'dark'],
    ['what was chosen', 'light', 'light'],
    ['dark for a value that is no theme', 'sepia', 'dark'],
    ['dark where storage is forbidden', 'forbidden', 'dark'],
  ])('is %s', async (_, stored, theme) => {
    expect((await boot({ stored, device: 'light' })).classes).toEqual([theme])
  })

  it.each(['light', 'dark'] as const)(
    'is the %s of the device if System was chosen',
    async (device) => {
      expect((await boot({ stored: 'system', device })).classes).toEqual([device])
    },
  )
})

describe('the fonts', () => {
  it('the fonts wait for the first paint of the first page of a tab', async () => {
    const { root, written, loaded, fire } = await boot()
    expect([root.faces, loaded]).toEqual(['later', []])
    fire('DOMContentLoaded')
    expect(loaded).toHaveLength(2)
    await vi.waitFor(() => expect(root.faces).toBeUndefined())
    expect(written).toEqual(['foyer-faces'])
  })

  it('the fonts load at once if the browser has them already', async () => {
    const { root, written, fire } = await boot({ isKnown: true })
    expect(root.faces).toBeUndefined()
    fire('DOMContentLoaded')
    expect(written).toEqual([])
  })

  it('the fonts load at once if storage is forbidden', async () => {
    expect((await boot({ stored: 'forbidden' })).root.faces).toBeUndefined()
  })
})

describe('a button pressed before the app is there', () => {
  it('the last pressed button is pressed again once the app is loaded', async () => {
    const { press, fire, button } = await boot()
    const [first, last] = [button(), button()]
    press(first)
    press(last)
    fire('foyer-ready')
    expect([first.clicks, last.clicks]).toEqual([0, 1])
  })

  it('a later press is left to the app', async () => {
    const { press, fire, button } = await boot()
    fire('foyer-ready')
    const late = button()
    press(late)
    fire('foyer-ready')
    expect(late.clicks).toBe(0)
  })
})

it('the modules of the page start once the document is parsed', async () => {
  const started = vi.fn()
  vi.stubGlobal('started', started)
  const { fire } = await boot({ modules: 'data:text/javascript,started()' })
  expect(started).not.toHaveBeenCalled()
  fire('DOMContentLoaded')
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce())
})
