import type { Appearance } from '@stripe/stripe-js'

/** The design's tokens for the card form, which is in a frame that our CSS cannot reach. */
export function readAppearance(): Appearance {
  const styles = getComputedStyle(document.documentElement)
  const toHex = hexReader()
  const token = (name: string) => toHex(styles.getPropertyValue(`--${name}`).trim())
  const isLight = document.documentElement.classList.contains('light')
  return {
    theme: isLight ? 'stripe' : 'night',
    variables: {
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSizeBase: '17px',
      fontSizeSm: '15px',
      fontWeightMedium: '600',
      spacingUnit: '4px',
      gridRowSpacing: '20px',
      gridColumnSpacing: '16px',
      borderRadius: '10px',
      colorPrimary: token('accent-text'),
      colorBackground: token('raised'),
      colorText: token('text'),
      colorTextSecondary: token('muted'),
      colorTextPlaceholder: token('faint'),
      colorDanger: token('danger-text'),
      iconColor: token('muted'),
    },
    rules: {
      '.Label': { fontSize: '15px', fontWeight: '600', marginBottom: '6px' },
      '.Input': {
        backgroundColor: token('raised'),
        border: `1px solid ${token('edge-strong')}`,
        boxShadow: 'none',
        padding: '12px 14px',
      },
      '.Input:hover': { borderColor: token('muted') },
      '.Input:focus': {
        border: `1px solid ${token('focus')}`,
        boxShadow: `0 0 0 1px ${token('focus')}`,
        outline: 'none',
      },
      '.Input--invalid': { borderColor: token('danger-text'), boxShadow: 'none' },
      '.Tab': {
        backgroundColor: token('surface'),
        border: `1px solid ${token('edge-strong')}`,
        boxShadow: 'none',
      },
      '.Tab--selected, .Tab--selected:focus, .Tab--selected:hover': {
        backgroundColor: token('raised'),
        border: `1px solid ${token('text')}`,
        boxShadow: 'none',
        color: token('text'),
      },
      '.Tab:focus': { boxShadow: `0 0 0 2px ${token('focus')}` },
      '.Error': { fontSize: '15px' },
    },
  }
}

/** Calls `listener` when the theme's class on the root changes; the returned function ends that. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/**
 * Turns any CSS colour into '#rrggbb', because the card form does not read oklch. All colours share
 * one canvas: making one is slow, and the buyer waits for the form.
 */
function hexReader(): (color: string) => string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return (color) => color
  const hex = (channels: number[]) =>
    `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
  return (color) => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 255] = context.getImageData(0, 0, 1, 1).data
    return alpha === 255 ? hex([red, green, blue]) : hex([red, green, blue, alpha])
  }
}
