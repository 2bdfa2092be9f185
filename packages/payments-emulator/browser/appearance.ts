import type { Appearance } from '@stripe/stripe-js'

type Variables = NonNullable<Appearance['variables']>
type Rules = NonNullable<Appearance['rules']>

const SHARED: Variables = {
  borderRadius: '8px',
  fontFamily: 'ui-sans-serif, system-ui, sans-serif',
  fontSizeBase: '16px',
  fontSizeSm: '14px',
  fontWeightMedium: '500',
  gridColumnSpacing: '12px',
  gridRowSpacing: '16px',
  spacingUnit: '4px',
}

/** The variables that each of Stripe's themes starts with; all have AA contrast. */
const THEMES: Record<NonNullable<Appearance['theme']>, Variables> = {
  stripe: {
    ...SHARED,
    colorPrimary: '#0a5fc4',
    colorBackground: '#ffffff',
    colorText: '#30313d',
    colorTextSecondary: '#5b606e',
    colorDanger: '#c01048',
  },
  flat: {
    ...SHARED,
    colorPrimary: '#0a5fc4',
    colorBackground: '#f3f4f6',
    colorText: '#25262e',
    colorTextSecondary: '#555a66',
    colorDanger: '#b80f44',
  },
  night: {
    ...SHARED,
    colorPrimary: '#85d996',
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorTextSecondary: '#c3c6d1',
    colorDanger: '#ff9db0',
  },
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Writes the variables of an appearance onto an element, as custom properties. */
export function applyVariables(element: HTMLElement, appearance: Appearance): void {
  const variables = { ...THEMES[appearance.theme ?? 'stripe'], ...appearance.variables }
  for (const [name, value] of Object.entries(variables)) {
    if (typeof value === 'string') element.style.setProperty(`--${kebab(name)}`, value)
  }
}

/** A selector that a rule may use: one or more classes of the element, with states. */
const CLASS = '\\.[A-Z][\\w-]*(?:[:.]{1,2}[\\w-]+)*'
const SELECTOR = new RegExp(`^${CLASS}(?:,\\s*${CLASS})*$`)

/**
 * Writes the rules of an appearance as a style sheet. Drops selectors and values that could break
 * out of their rule.
 */
export function rulesText(rules: Rules | undefined): string {
  return Object.entries(rules ?? {})
    .filter(([selector]) => SELECTOR.test(selector))
    .map(([selector, declarations]) => {
      const lines = Object.entries(declarations).filter(([, value]) => !/[{};]/.test(String(value)))
      return `${selector} { ${lines.map(([name, value]) => `${kebab(name)}: ${value};`).join(' ')} }`
    })
    .join('\n')
}
