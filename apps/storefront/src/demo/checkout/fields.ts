import type { ComponentProps } from 'react'

interface DemoField
  extends Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode' | 'placeholder'> {
  label: string
  isHalf?: true
}

/** The fields of the static checkout; all are required. */
export const SECTIONS: readonly { title: string; fields: readonly DemoField[] }[] = [
  {
    title: 'Contact Information',
    fields: [
      { label: 'First Name', autoComplete: 'given-name', isHalf: true },
      { label: 'Last Name', autoComplete: 'family-name', isHalf: true },
      { label: 'Email Address', type: 'email', autoComplete: 'email' },
      { label: 'Phone Number', type: 'tel', autoComplete: 'tel' },
    ],
  },
  {
    title: 'Billing Address',
    fields: [
      { label: 'Street Address', autoComplete: 'street-address' },
      { label: 'City', autoComplete: 'address-level2', isHalf: true },
      { label: 'State/Province', autoComplete: 'address-level1', isHalf: true },
      { label: 'ZIP/Postal Code', autoComplete: 'postal-code', isHalf: true },
      { label: 'Country', autoComplete: 'country-name', isHalf: true },
    ],
  },
  {
    // Browsers must not fill a real card into a demonstration.
    title: 'Payment',
    fields: [
      { label: 'Name on Card', autoComplete: 'off' },
      { label: 'Card Number', autoComplete: 'off', inputMode: 'numeric' },
      { label: 'Expiry Date', autoComplete: 'off', placeholder: 'MM/YY', isHalf: true },
      { label: 'CVV', autoComplete: 'off', inputMode: 'numeric', isHalf: true },
    ],
  },
]
