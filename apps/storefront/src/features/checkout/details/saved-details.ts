import { readStored, writeStored } from '../../../data/stored/browser-storage.ts'
import { isShape, isText } from '../../../data/stored/shape.ts'
import { type Details, NO_DETAILS } from './details.ts'

/** Half-typed values are kept as they are: reading them back checks only that they are text. */
export const isDetails = isShape<Details>({
  firstName: isText,
  lastName: isText,
  email: isText,
  phone: isText,
  address: isText,
  city: isText,
  state: isText,
  zipCode: isText,
})

const KEY = 'foyer-details'

/**
 * What this tab's buyer typed last, so that neither a reload, nor another cart, nor a second
 * purchase asks for it again. It ends with the tab. Never card data.
 */
export function readDetails(): Details {
  const stored = readStored('session', KEY, isDetails)
  return stored.kind === 'found' ? stored.value : NO_DETAILS
}

export const saveDetails = (details: Details): void => writeStored('session', KEY, details)
