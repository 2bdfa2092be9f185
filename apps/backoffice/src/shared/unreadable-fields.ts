import type { FieldFailure } from '@foyer/ui'

/**
 * Fields of which the browser cannot read what was typed: a day without its time, a letter in a number.
 * Their value is empty, so a schema takes them for fields that were left empty.
 */
export function unreadableFields(form: HTMLFormElement): FieldFailure[] {
  return [...form.elements].flatMap((field) =>
    field instanceof HTMLInputElement && field.validity.badInput
      ? [{ fieldId: field.id, message: problemWith(field) }]
      : [],
  )
}

function problemWith({ type, labels }: HTMLInputElement): string {
  // Behind the label's own text there may be a mark, such as 'optional'.
  const label = labels?.[0]?.firstChild?.textContent ?? 'This field'
  return type === 'number'
    ? `${label}: enter a number.`
    : `${label}: fill in all of it, or nothing.`
}
