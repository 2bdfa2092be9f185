import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** The class that the script puts on <html>, run over a storage. */
async function themeOver(localStorage: { getItem: (key: string) => string | null }) {
  const classes: string[] = []
  const classList = { add: (name: string) => classes.push(name) }
  vi.stubGlobal('document', { documentElement: { classList } })
  vi.stubGlobal('localStorage', localStorage)
  await import('./set-theme.ts')
  return classes
}

it.each([
  ['dark while nothing is chosen', null, 'dark'],
  ['what was chosen', 'light', 'light'],
  ['dark for a value that is no theme', 'sepia', 'dark'],
])('is %s', async (_, stored, theme) => {
  expect(
    await themeOver({ getItem: (key) => (key === 'foyer-theme' ? stored : null) }),
  ).toEqual([theme])
})

it('is dark where storage is forbidden', async () => {
  const getItem = () => {
    throw new Error('denied')
  }
  expect(await themeOver({ getItem })).toEqual(['dark'])
})
