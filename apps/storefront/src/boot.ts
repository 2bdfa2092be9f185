/*
 * The one script in <head> that the page waits for: classic, so it may import nothing statically.
 * Sets the theme before the first paint, and fetches the app after it: the page arrives whole, so
 * words and pictures have the line to themselves first. A tab's first page shows its words in a local
 * face of the same measures before ours are asked for; those after it have them in the cache.
 * (Measured on Lighthouse's phone: largest paint 1.0 s, against 1.8 s with the faces fetched beside
 * it, and 2.4 s with the app and the faces preloaded.)
 */
// In a function of its own: a classic script's names would be everybody's.
;(() => {
  const { classList, dataset } = document.documentElement
  const FACES_SEEN = 'foyer-faces'
  try {
    classList.add(localStorage.getItem('foyer-theme') === 'light' ? 'light' : 'dark')
    if (!sessionStorage.getItem(FACES_SEEN)) dataset.faces = 'later'
  } catch {
    classList.add('dark')
  }

  // All at once when they are there: each would lay the page out anew.
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
    // A page in a background tab is not nextPaint; it need not wait.
    if (document.hidden) return startApp()
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      startApp()
    })
    observer.observe({ type: 'paint', buffered: true })
    // A page without words and pictures never counts as nextPaint: the shell of a page that has no
    // header, which a busy server sends. Two frames after it has loaded there is nothing to wait for.
    addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(startApp)))
  })

  // A button pressed before the app is there is pressed for it once it is. Links work by themselves,
  // and so do buttons that open a popover.
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

// For the type checker alone; the build drops it.
export {}
