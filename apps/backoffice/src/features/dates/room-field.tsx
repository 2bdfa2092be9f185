import type { VenueRoom } from '@foyer/contract'
import { Field, SelectInput } from '@foyer/ui'
import { numberText } from './texts.ts'

/** The option of a date that is in no room. */
export const NO_ROOM = 'The whole venue'

interface RoomFieldProps {
  label: string
  rooms: readonly VenueRoom[]
  /** The id of the room; empty for none. */
  value: string
  onChange: (room: VenueRoom | null) => void
}

/** Which room of the venue a date is in. */
export function RoomField({ label, rooms, value, onChange }: RoomFieldProps) {
  return (
    <Field label={label} mark="optional" className="max-w-80">
      <SelectInput
        value={value}
        onChange={({ target }) => onChange(rooms.find(({ id }) => id === target.value) ?? null)}
      >
        <option value="">{NO_ROOM}</option>
        <RoomOptions rooms={rooms} />
      </SelectInput>
    </Field>
  )
}

/** The rooms with how many people fit, as the options of a choice. */
export const RoomOptions = ({ rooms }: Pick<RoomFieldProps, 'rooms'>) =>
  rooms.map(({ id, name, capacity }) => (
    <option key={id} value={id}>
      {`${name} (${numberText(capacity)})`}
    </option>
  ))
