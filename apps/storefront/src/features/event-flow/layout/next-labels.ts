import type { StepId } from '../../../routing/families.ts'

/** Labels of the button that leads to a step. */
export const nextLabels: Readonly<Record<StepId, string>> = {
  date: 'Select a Date',
  tickets: 'Select Tickets',
  upsell: 'Continue',
  time: 'Select Time Slot',
  addons: 'Choose Add-ons',
  review: 'Review Order',
  payment: 'Continue to Payment',
  confirmation: 'Continue',
  change: 'Continue',
}
