import { notify } from '@foyer/ui'
import { failureText } from '../../data/failure-text.ts'
import { refetchCoupons } from './coupon-queries.ts'

/** Switches a thing on or off at once. A failure is a message; somebody else may have changed the thing. */
export async function switching(
  organizer: string,
  { name, isOn, run }: { name: string; isOn: boolean; run: () => Promise<unknown> },
): Promise<void> {
  try {
    await run()
    notify({ tone: 'success', title: `${name} is ${isOn ? 'on' : 'off'}` })
  } catch (error) {
    notify({ tone: 'danger', title: 'Nothing was changed', description: failureText(error) })
  }
  await refetchCoupons(organizer)
}
