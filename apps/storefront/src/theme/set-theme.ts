// Runs in <head> before anything is painted, as a classic script: no imports, no exports.
try {
  document.documentElement.classList.add(
    localStorage.getItem('foyer-theme') === 'light' ? 'light' : 'dark',
  )
} catch {
  document.documentElement.classList.add('dark')
}
