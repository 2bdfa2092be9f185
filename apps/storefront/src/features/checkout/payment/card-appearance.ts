import type { Appearance } from '@stripe/stripe-js'

/** The design's tokens as the card form wants them: it stands in a frame that our CSS cannot reach. */
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

/** Both themes are a class on the document's root. The answer ends the listening. */
export function onThemeChange(tell: () => void): () => void {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/**
 * Any CSS colour as '#rrggbb' over an opaque ground: the card form does not read oklch. One canvas
 * for all of them: making one is slow, and the form is waited for.
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
