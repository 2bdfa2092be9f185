/*
 * Sets the theme before the first paint. A classic script in the head, so it may import nothing. The
 * shops store the choice under the same name.
 */
;(() => {
  const { classList } = document.documentElement
  try {
    const chosen = localStorage.getItem('foyer-theme')
    const isDeviceLight = matchMedia('(prefers-color-scheme: light)').matches
    classList.add(chosen === 'light' || (chosen === 'system' && isDeviceLight) ? 'light' : 'dark')
  } catch {
    classList.add('dark')
  }
})()

// For the type checker only; the build drops it.
export {}
