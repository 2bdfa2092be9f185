/*
 * The one script in <head> that the page waits for. It is a classic script, so it may import
 * nothing statically. It sets the theme before the first paint and fetches the app after it: the
 * page arrives complete, so its text and pictures get the bandwidth first. The first page of a tab
 * shows its text in a local font with the same metrics before our fonts are fetched; later pages
 * have them in the cache. (Measured on Lighthouse's phone: largest paint 1.0 s, against 1.8 s with
 * the fonts fetched beside it, and 2.4 s with the app and the fonts preloaded.)
 */
// In a function, since the names of a classic script would be global.
;(() => {
  const { classList, dataset } = document.documentElement
  const FACES_SEEN = 'foyer-faces'
  try {
    const chosen = localStorage.getItem('foyer-theme')
    const isDeviceLight = () => matchMedia('(prefers-color-scheme: light)').matches
    const isLight = chosen === 'light' || (chosen === 'system' && isDeviceLight())
    classList.add(isLight ? 'light' : 'dark')
    if (!sessionStorage.getItem(FACES_SEEN)) dataset.faces = 'later'
  } catch {
    classList.add('dark')
  }

  // All fonts at once: each on its own would lay out the page again.
  const letFacesIn = async () => {
    if (!dataset.faces) return
    const faces = ['Bricolage Grotesque Variable', 'Instrument Sans Variable']
    await Promise.allSettled(faces.map((face) => document.fonts.load(`1em "${face}"`)))
    delete dataset.faces
    try {
      sessionStorage.setItem(FACES_SEEN, 'yes')
    } catch {}
  }

  const files = document.currentScript?.dataset.modules?.split(' ') ?? []
  let isStarted = false
  const startApp = () => {
    if (isStarted) return
    isStarted = true
    void letFacesIn()
    for (const file of files) void import(/* @vite-ignore */ file)
  }
  addEventListener('DOMContentLoaded', () => {
    // A page in a background tab is not painted, so it must not wait for a paint.
    if (document.hidden) return startApp()
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      startApp()
    })
    observer.observe({ type: 'paint', buffered: true })
    // A page without text and pictures never counts as painted: the shell of a page without header,
    // which a busy server sends. Two frames after the load event there is nothing left to wait for.
    addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(startApp)))
  })

  // A button that is pressed before the app is loaded is pressed again for the buyer afterwards.
  // Links and buttons that open a popover work without the app.
  let pressed: HTMLElement | null = null
  const notePress = ({ target }: Event) => {
    pressed =
      target instanceof Element ? target.closest<HTMLElement>('button:not([popovertarget])') : null
  }
  addEventListener('click', notePress, true)
  addEventListener(
    'foyer-ready',
    () => {
      removeEventListener('click', notePress, true)
      pressed?.click()
    },
    { once: true },
  )
})()

// For the type checker only; the build drops it.
export {}
