import { describe, expect, it } from 'vitest'
import { assertBillingPassed, isNever, mergeBilling } from './billing.ts'

const whole = {
  name: 'Ana',
  email: 'ana@example.com',
  phone: '',
  address: { line1: 'x', city: 'y', state: 'CA', postal_code: '94100', country: 'US' },
}

describe('billing details', () => {
  it('are asked for unless the page has switched them off', () => {
    expect(isNever('never', 'country')).toBe(true)
    expect(isNever({ address: 'never' }, 'postal_code')).toBe(true)
    expect(isNever({ address: { postalCode: 'never' } }, 'postal_code')).toBe(true)
    expect(isNever({ address: { postalCode: 'never' } }, 'country')).toBe(false)
    expect(isNever({ address: 'if_required' }, 'country')).toBe(false)
    expect(isNever(undefined, 'country')).toBe(false)
  })

  it('must be passed by a page that has switched them off', () => {
    expect(() => assertBillingPassed('never', whole)).not.toThrow()
    const { phone: _, ...withoutPhone } = whole
    expect(() => assertBillingPassed('never', withoutPhone)).toThrow(
      'You specified "never" for fields.billing_details.phone',
    )
    expect(() => assertBillingPassed({ address: 'never' }, undefined)).toThrow('address.city')
    expect(() => assertBillingPassed('auto', undefined)).not.toThrow()
  })

  it('are merged from defaults, what was typed and what the page passes, in that order', () => {
    const defaults = {
      billingDetails: { name: 'Default', address: { country: 'DE', city: 'Ulm' } },
    }
    expect(
      mergeBilling(
        defaults,
        { country: 'US', postal_code: '94100' },
        { name: 'Ana', address: { postal_code: '10001' } },
      ),
    ).toEqual({
      name: 'Ana',
      address: { city: 'Ulm', country: 'US', postal_code: '10001' },
    })
  })
})
