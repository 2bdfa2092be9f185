import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useCallback, useId, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/v4/core'
import { currentOf, refusedFields } from '../data/failure-text.ts'
import { type Conflict, mergeEdits } from './merge-edits.ts'
import { onceReleased } from './once-released.ts'

interface Refusal<Input extends FieldValues> {
  field: Path<Input>
  message: string
}

interface FormOptions<Input extends FieldValues, Output> {
  /** The body of the call, as the contract declares it. */
  schema: z.$ZodType<Output, Input>
  values: DefaultValues<Input>
  /** What a person reads about a field that the schema does not accept, by field. */
  problems: Partial<Record<Path<Input>, string>>
  /**
   * Makes the call. What it throws is shown; everything typed stays. A form that stays open returns its
   * values as they are stored now, with their version.
   */
  send: (values: Output) => Promise<Input | undefined> | Promise<void>
  /** A refusal that is about fields, such as a name that is taken, if the call names them otherwise. */
  fieldOf?: (error: unknown) => Refusal<Input> | readonly Refusal<Input>[] | null
  /**
   * For a thing that others may edit at the same time (`changed_meanwhile`). One of the values is its
   * `version`.
   */
  shared?: {
    /** The form's values of the thing as it is stored now; null if it cannot be read. */
    valuesOf: (current: unknown) => Input | null
    /** How the question about a conflict names each value. */
    labels: Readonly<Record<string, string>>
    /** A value in words, where the value itself says nothing, such as an id; otherwise null. */
    textOf?: (name: string, value: unknown) => string | null
  }
}

/** What fields and the form's frame need of it; `Name` are the names of its fields. */
export interface OfficeForm<Name extends string> {
  /** Unique on the page: a dialog may ask for a sign-in above another form. */
  idOf(name: Name): string
  isSending: boolean
  /** Whether something was typed that is not stored. */
  hasEdits: boolean
  /** Whether the screen may be left although it has changes: its own call leads to the next one. */
  isLeavable(): boolean
  failure: unknown
  /** Values that somebody else changed meanwhile, and this person too; null if nobody did. */
  conflicts: readonly (Conflict & { label: string })[] | null
  /** Gives up what was typed into a field for what the other person saved. */
  takeTheirs(name: string): void
  /** Counts the attempts to send, so that the summary takes the focus after each. */
  attempts: number
  problemNames: readonly Name[]
  problemOf(name: Name): string | undefined
  submit: (event: FormEvent) => Promise<void>
  control(name: Name): UseFormRegisterReturn
}

/**
 * A form over a schema of the contract. Fields are checked when they are left, if something was typed,
 * and all of them when the form is sent.
 */
export function useOfficeForm<Input extends FieldValues, Output>({
  schema,
  values,
  problems,
  send,
  fieldOf,
  shared,
}: FormOptions<Input, Output>) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: values,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
  })
  const id = useId()
  const [failure, setFailure] = useState<unknown>(null)
  const base = useRef<Record<string, unknown>>(values)
  const [conflicts, setConflicts] = useState<readonly Conflict[] | null>(null)
  const { errors, isDirty, isSubmitting, submitCount } = form.formState
  const sending = useRef(false)

  const { setValue: set } = form
  const setValue = useCallback<typeof set>(
    (name, value, options) => set(name, value, { shouldDirty: true, ...options }),
    [set],
  )

  /** The fields that are drawn; what else is sent has no place for a problem of its own. */
  const names = Object.keys(problems) as Path<Input>[]

  const problemOf = (name: Path<Input>): string | undefined => {
    const { error } = form.getFieldState(name, form.formState)
    if (!error) return undefined
    return (error.type === 'server' ? undefined : problems[name]) ?? error.message
  }

  const replace = (next: Input) => form.reset(next, { keepSubmitCount: true })

  /** Takes over what only the other person changed, and asks about what both changed. */
  const join = (theirs: Input) => {
    const mine = form.getValues()
    const merged = mergeEdits(base.current, mine, theirs, shared?.textOf)
    replace({ ...mine, ...merged.taken, version: theirs.version })
    base.current = theirs
    setConflicts(merged.conflicts)
  }

  const refuse = (error: unknown) => {
    const current = currentOf(error)
    const theirs = current === undefined ? null : (shared?.valuesOf(current) ?? null)
    if (theirs) return join(theirs)
    const own = [fieldOf?.(error) ?? []].flat()
    const refused =
      own.length > 0
        ? own
        : refusedFields(error).flatMap(({ field, message }) => {
            const name = names.find((candidate) => candidate === field)
            return name ? [{ field: name, message }] : []
          })
    for (const { field, message } of refused) form.setError(field, { type: 'server', message })
    if (refused.length === 0) setFailure(error)
  }

  return {
    idOf: (name: Path<Input>) => `${id}-${name}`,
    isSending: isSubmitting,
    failure,
    conflicts:
      conflicts?.map((conflict) => {
        const label = shared?.labels[conflict.name] ?? conflict.name
        return { ...conflict, label }
      }) ?? null,
    takeTheirs: (name: string) => {
      replace({ ...form.getValues(), [name]: base.current[name] })
      setConflicts(conflicts?.filter((conflict) => conflict.name !== name) ?? null)
    },
    attempts: submitCount,
    problemNames: Object.keys(errors) as Path<Input>[],
    problemOf,
    /** Sets one value from the outside, as another field or a button does. */
    setValue,
    watch: form.watch,
    reset: form.reset,
    hasEdits: isDirty || conflicts !== null,
    isLeavable: () => sending.current,
    submit: form.handleSubmit(async (sent) => {
      setFailure(null)
      sending.current = true
      try {
        const stored = await send(sent)
        if (stored) {
          base.current = stored
          replace(stored)
        }
        setConflicts(null)
      } catch (error) {
        refuse(error)
      } finally {
        sending.current = false
      }
    }),
    control: (name: Path<Input>) =>
      form.register(name, {
        onBlur: () => {
          if (form.getValues(name) === '') return
          onceReleased(() => {
            // The schema accepts what the server refused: the refusal stays until the value changes.
            if (form.getFieldState(name).error?.type !== 'server') void form.trigger(name)
          })
        },
      }),
  }
}
