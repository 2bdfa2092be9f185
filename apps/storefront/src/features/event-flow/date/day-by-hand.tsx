import { knownZone, localDateOf } from '@foyer/domain'
import { Button, Field, TextInput } from '@foyer/ui'
import { useEventFlow } from '../engine/event-flow-context.tsx'
import { todayAt } from '../engine/facts.ts'

/**
 * The way on without a calendar: any day of the event's run, the next one by default. The tickets step
 * says if nothing is on sale then.
 */
export function DayByHand({ onChoose }: { onChoose: (date: string) => void }) {
  const { date, calendarStartDate, calendarEndDate, venue_timezone } = useEventFlow().event
  const today = todayAt(venue_timezone)
  const first = calendarStartDate && calendarStartDate > today ? calendarStartDate : today
  const next = date ? localDateOf(new Date(date), knownZone(venue_timezone)) : first
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(submit) => {
        submit.preventDefault()
        const day = new FormData(submit.currentTarget).get('day')
        if (typeof day === 'string' && day) onChoose(day)
      }}
    >
      <Field label="Day">
        <TextInput
          type="date"
          name="day"
          required
          min={first}
          max={calendarEndDate ?? undefined}
          defaultValue={next}
        />
      </Field>
      <Button type="submit">Continue without prices</Button>
    </form>
  )
}
