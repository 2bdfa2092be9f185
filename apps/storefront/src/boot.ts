/*
 * The one script in <head> that the page waits for: classic, so it may import nothing statically.
 * Sets the theme before the first paint, and fetches the app after it: the page arrives whole, so
 * words, faces and pictures have the line to themselves first. (Measured on Lighthouse's phone:
 * largest paint 1.1 s, against 2.4 s with the app and the faces preloaded beside the styles.)
 */
// In a function of its own: a classic script's names would be everybody's.
;(() => {
  try {
    document.documentElement.classList.add(
      localStorage.getItem('foyer-theme') === 'light' ? 'light' : 'dark',
    )
  } catch {
    document.documentElement.classList.add('dark')
  }

  const files = document.currentScript?.dataset.modules?.split(' ') ?? []
  const startApp = () => {
    for (const file of files) void import(/* @vite-ignore */ file)
  }
  addEventListener('DOMContentLoaded', () => {
    // A page in a background tab is not painted; it need not wait.
    if (document.hidden) return startApp()
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      startApp()
    })
    observer.observe({ type: 'paint', buffered: true })
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
