import { createContext, useContext } from 'react'

/** The texts that the components contain themselves. An app may replace any of them. */
export interface UiTexts {
  close: string
  dismiss: string
  loading: string
  retry: string
  available: string
  few: string
  soldOut: string
  addOne: (item: string) => string
  removeOne: (item: string) => string
  quantityOf: (quantity: number, item: string) => string
  stepOf: (step: number, steps: number) => string
  /** The number of steps is not known yet. */
  stepAlone: (step: number) => string
  stepDone: string
  notifications: string
}

export const englishTexts: UiTexts = {
  close: 'Close',
  dismiss: 'Dismiss',
  loading: 'Loading',
  retry: 'Retry',
  available: 'Available',
  few: 'Few left',
  soldOut: 'Sold out',
  addOne: (item) => `Add one ${item}`,
  removeOne: (item) => `Remove one ${item}`,
  quantityOf: (quantity, item) => `${quantity} × ${item}`,
  stepOf: (step, steps) => `Step ${step} of ${steps}`,
  stepAlone: (step) => `Step ${step}`,
  stepDone: 'done',
  notifications: 'Notifications',
}

export const UiTextsContext = createContext<UiTexts>(englishTexts)

export function useUiTexts(): UiTexts {
  return useContext(UiTextsContext)
}
