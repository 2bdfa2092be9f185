import type { FieldFailure } from '@foyer/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../../../shared/browser/use-hydrated.ts'
import {
  checkDetail,
  cleanDetails,
  DETAIL_FIELDS,
  type DetailName,
  type Details,
  fieldIdOf,
  NO_DETAILS,
  readDetails,
  saveDetails,
} from './details.ts'

export interface DetailsForm {
  values: Details
  /** What is wrong with a field that was left or submitted; null while it is still being filled in. */
  errorOf: (name: DetailName) => string | null
  change: (name: DetailName, value: string) => void
  /** The field lost the focus: from now on it is checked at every change. */
  leave: (name: DetailName) => void
  /**
   * What the last press of the button found wrong, in the order of the fields. It stays until the
   * next press: a list that shrinks while the buyer corrects the fields would move them.
   */
  failures: FieldFailure[]
  summary: RefObject<HTMLDivElement | null>
  /** Checks everything. Returns the details as the calls send them, or null: then the summary is shown and focused. */
  check: () => Details | null
}

/** The buyer's details: checked when a field is left, kept through a reload. */
export function useDetailsForm(): DetailsForm {
  const isHydrated = useHydrated()
  // Null during hydration: the server's page knows no buyer, and its fields may already be filled in.
  const [typed, setTyped] = useState(() => (isHydrated ? readDetails() : null))
  const values = typed ?? NO_DETAILS
  const [checked, setChecked] = useState<readonly DetailName[]>([])
  const [failures, setFailures] = useState<FieldFailure[]>([])
  const summary = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (typed) saveDetails(typed)
    else setTyped({ ...readDetails(), ...typedAlready() })
  }, [typed])
  // A new list comes from a new press of the button: the summary takes the focus and is read out.
  useEffect(() => {
    if (failures.length > 0) summary.current?.focus()
  }, [failures])

  return {
    values,
    errorOf: (name) => (checked.includes(name) ? checkDetail(name, values[name]) : null),
    change: (name, value) =>
      setTyped((before) => ({ ...(before ?? readDetails()), [name]: value })),
    leave: (name) => setChecked((before) => (before.includes(name) ? before : [...before, name])),
    failures,
    summary,
    check: () => {
      setChecked(DETAIL_FIELDS.map(({ name }) => name))
      const found = failuresOf(values)
      setFailures(found)
      return found.length === 0 ? cleanDetails(values) : null
    },
  }
}

/** What was typed into the fields of the server's page before hydration. */
function typedAlready(): Partial<Details> {
  const typed: Partial<Details> = {}
  for (const { name } of DETAIL_FIELDS) {
    const field = document.getElementById(fieldIdOf(name))
    if (field instanceof HTMLInputElement && field.value) typed[name] = field.value
  }
  return typed
}

const failuresOf = (values: Details): FieldFailure[] =>
  DETAIL_FIELDS.flatMap(({ name, label }) => {
    const message = checkDetail(name, values[name])
    return message ? [{ fieldId: fieldIdOf(name), message: `${label}: ${message}` }] : []
  })
