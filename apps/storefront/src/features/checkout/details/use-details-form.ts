import type { FieldFailure } from '@foyer/ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHydrated } from '../../../shared/browser/use-hydrated.ts'
import {
  type Asked,
  checkDetail,
  cleanDetails,
  type DetailField,
  type DetailName,
  type Details,
  detailFieldsOf,
  fieldIdOf,
  NO_DETAILS,
  readDetails,
  saveDetails,
  typedAlready,
} from './details.ts'
import { type ProblemText, problemText } from './problem-text.ts'

export interface DetailsForm {
  values: Details
  asked: Asked
  /** The country of most buyers, which is suggested. */
  likelyCountry: string
  /** What is wrong with a field that was left or submitted; null while it is still being filled in. */
  errorOf: (field: DetailField) => ProblemText | null
  /** What looks mistyped in a field that was left; null if nothing does, or the buyer kept it. */
  questionOf: (field: DetailField) => string | null
  change: (name: DetailName | 'country', value: string) => void
  /** The buyer says that an unusual value is right. */
  keep: (name: DetailName) => void
  /** The field lost the focus: from now on it is checked at every change. */
  leave: (name: DetailName) => void
  /** What the last press of the button found and is still so, in the order of the fields. */
  failures: FieldFailure[]
  summary: RefObject<HTMLDivElement | null>
  /**
   * Checks everything. Resolves to the details as the calls send them, or to null: then the summary
   * is shown and focused. What is wrong `before` and `after` the details is listed with them; what is
   * `after` them is only listed, since the payment form checks itself.
   */
  check: (beside: {
    before: readonly FieldFailure[]
    after: readonly FieldFailure[]
  }) => Promise<Details | null>
}

type Plausibility = typeof import('./plausibility.ts')

/** Without a connection nothing is asked about; the server still refuses what cannot be real. */
const loadPlausibility = (): Promise<Plausibility | null> =>
  import('./plausibility.ts').catch(() => null)

interface Found {
  failures: readonly FieldFailure[]
  /** Counts the presses: a new one moves the focus, a list that got shorter does not. */
  press: number
}

/** The buyer's details: checked when a field is left, kept through a reload. */
export function useDetailsForm({ isFree, country }: Asked): DetailsForm {
  const isHydrated = useHydrated()
  // Null during hydration: the server's page knows no buyer, and its fields may already be filled in.
  const [typed, setTyped] = useState(() => (isHydrated ? readDetails() : null))
  const values = typed ?? NO_DETAILS
  const asked = { isFree, country: values.country || country }
  const fields = detailFieldsOf(asked)
  const [checked, setChecked] = useState<readonly DetailName[]>([])
  const [kept, setKept] = useState<readonly string[]>([])
  const [plausibility, setPlausibility] = useState<Plausibility | null>(null)
  const [found, setFound] = useState<Found>({ failures: [], press: 0 })
  const summary = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (typed) saveDetails(typed)
    else setTyped({ ...readDetails(), ...typedAlready() })
  }, [typed])
  useEffect(() => {
    if (found.press > 0) summary.current?.focus()
  }, [found.press])

  const keyOf = (name: DetailName) => `${asked.country} ${name} ${values[name].trim()}`
  const questionBy = (judge: Plausibility | null, field: DetailField): string | null => {
    const isDone = !judge || kept.includes(keyOf(field.name))
    if (isDone || checkDetail(field, values[field.name])) return null
    return judge.questionAbout(field.name, values, asked.country)
  }
  const failuresBy = (judge: Plausibility | null): FieldFailure[] =>
    fields.flatMap((field) => {
      const fieldId = fieldIdOf(field.name)
      const problem = checkDetail(field, values[field.name])
      if (problem) return [{ fieldId, message: problemText(field, problem).text }]
      const question = questionBy(judge, field)
      return question ? [{ fieldId, message: `${field.label}: is this right? ${question}` }] : []
    })
  /**
   * Removes the failures that were corrected. Called when a field is left, so that nothing moves while
   * the buyer types.
   */
  const dropMended = () => {
    const open = new Set(failuresBy(plausibility).map(({ fieldId }) => fieldId))
    const own = new Set(fields.map(({ name }) => fieldIdOf(name)))
    const isOpen = ({ fieldId }: FieldFailure) => open.has(fieldId) || !own.has(fieldId)
    setFound(({ press, failures }) => ({ press, failures: failures.filter(isOpen) }))
  }

  return {
    values,
    asked,
    likelyCountry: country,
    errorOf: (field) => {
      const problem = checked.includes(field.name) ? checkDetail(field, values[field.name]) : null
      return problem ? problemText(field, problem) : null
    },
    questionOf: (field) => (checked.includes(field.name) ? questionBy(plausibility, field) : null),
    change: (name, value) =>
      setTyped((before) => ({ ...(before ?? readDetails()), [name]: value })),
    keep: (name) => {
      setKept((before) => [...before, keyOf(name)])
      const isOther = ({ fieldId }: FieldFailure) => fieldId !== fieldIdOf(name)
      setFound(({ press, failures }) => ({ press, failures: failures.filter(isOther) }))
    },
    leave: (name) => {
      setChecked((before) => (before.includes(name) ? before : [...before, name]))
      if (found.failures.length > 0) dropMended()
      if (!plausibility && values[name]) void loadPlausibility().then(setPlausibility)
    },
    failures: [...found.failures],
    summary,
    check: async ({ before, after }) => {
      setChecked(fields.map(({ name }) => name))
      const judge = plausibility ?? (await loadPlausibility())
      setPlausibility(judge)
      const own = [...before, ...failuresBy(judge)]
      if (own.length === 0) {
        setFound({ failures: [], press: 0 })
        return cleanDetails(values, asked)
      }
      setFound(({ press }) => ({ press: press + 1, failures: [...own, ...after] }))
      return null
    },
  }
}
