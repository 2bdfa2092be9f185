import { installMessages } from '@foyer/contract'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { type DetailName, type Details, detailsSchema } from './details.ts'

installMessages()

/** Checks the form by the contract's schema. An empty field counts as missing: 'Required'. */
export const detailsResolver: Resolver<Details> = (values) => {
  const given = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value.trim() !== ''),
  )
  const parsed = detailsSchema.safeParse(given)
  if (parsed.success) return { values: parsed.data, errors: {} }
  const errors: FieldErrors<Details> = {}
  for (const { path, message } of parsed.error.issues) {
    const name = path[0]
    // The first message of a field is the one that helps; the rest follow from it.
    if (isDetailName(name)) errors[name] ??= { type: 'validate', message }
  }
  return { values: {}, errors }
}

const isDetailName = (name: unknown): name is DetailName =>
  typeof name === 'string' && name in detailsSchema.shape
