import { expect, it } from 'vitest'
import { aContext } from '../../../test/fixtures.ts'
import { showPage } from '../../../test/show-page.tsx'
import { detailFieldsOf } from './details/details.ts'

it("has its form in the server's page already, which knows no cart", async () => {
  const { html, text } = await showPage(aContext(), '/checkout-api/12345')
  for (const { label, name } of detailFieldsOf({ country: 'US', isFree: false })) {
    expect(text).toContain(label)
    expect(html).toMatch(new RegExp(`<input[^>]* name="${name}"[^>]* value=""`))
  }
  expect(html).toMatch(/<select[^>]* name="country"/)
  expect(text).toContain('United States')
  expect(text).not.toContain('Portugal')
  expect(text).toContain('or pay by card')
  expect(text).toContain('Loading your cart')
  expect(html).toMatch(/<button[^>]* form="checkout-form"[^>]* aria-disabled="true"/)
})
