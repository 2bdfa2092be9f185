import { ApiError, type OfficeVenue, staffApi } from '@foyer/contract'
import { addressFieldsOf, countriesByName } from '@foyer/domain'
import { Field, notify } from '@foyer/ui'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { callOf } from '../../data/client.ts'
import { storeVenue } from '../../data/queries.ts'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { TextAreaField } from '../../shared/more-fields.tsx'
import { Section } from '../../shared/page.tsx'
import { SearchSelect } from '../../shared/search-select.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { RoomsField } from './rooms-field.tsx'
import { zoneChoice, zoneChoices, zoneOfPlace } from './time-zones.ts'
import {
  currentVenue,
  PART_NAMES,
  type VenueValues,
  venueSchema,
  venueValues,
} from './venue-values.ts'

interface VenueFormProps {
  organizer: string
  /** Null: a new one. */
  venue: OfficeVenue | null
  /** What a new one begins with. */
  usual: { country: string; timeZone: string }
  mayChange: boolean
  onSaved?: (venue: OfficeVenue) => Promise<void>
  aside?: ReactNode
}

const COUNTRIES = countriesByName('en-US')

/** How a question about two people's changes names each value. */
const LABELS = {
  name: 'Name',
  streetAddress: 'Address',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  country: 'Country',
  timeZone: 'Time zone',
  description: 'Description',
  gettingThere: 'Getting there',
  accessNotes: 'Access',
  coordinates: 'Coordinates',
  rooms: 'Rooms',
}

/** The field that a refusal is about. */
const FIELDS: Readonly<Record<string, 'timeZone' | 'rooms'>> = {
  venue_in_use: 'timeZone',
  room_in_use: 'rooms',
  room_not_found: 'rooms',
}

const newVenue = ({ country, timeZone }: VenueFormProps['usual']): VenueValues => ({
  name: '',
  streetAddress: '',
  city: '',
  state: '',
  postalCode: '',
  country,
  timeZone,
  description: '',
  gettingThere: '',
  accessNotes: '',
  coordinates: '',
  rooms: [],
  version: '',
})

/** The fields of a venue; its address has the parts that addresses of its country have. */
export function VenueForm({ organizer, venue, usual, mayChange, onSaved, aside }: VenueFormProps) {
  const zones = useMemo(zoneChoices, [])
  const form = useOfficeForm({
    schema: venueSchema,
    values: venue ? venueValues({ ...venue.details, version: venue.version }) : newVenue(usual),
    problems: {
      name: 'Enter the name that buyers read.',
      streetAddress: 'Enter the street and the number.',
      city: 'Enter the city.',
      state: 'Addresses of this country have this part.',
      postalCode: 'Enter the postal code as it is written in this country.',
      country: 'Choose a country.',
      timeZone: 'Choose a time zone.',
      description: 'At most 2000 characters.',
      gettingThere: 'At most 8 lines of at most 200 characters.',
      accessNotes: 'At most 8 lines of at most 200 characters.',
      rooms: 'Each room needs a name of its own, and a capacity such as 300.',
      coordinates: 'A latitude and a longitude, such as 45.5231, -122.6765.',
    },
    send: async ({ version, ...body }) => {
      const call = callOf(organizer)
      const stored = venue
        ? await call(staffApi.changeOfficeVenue, {
            params: { venueId: venue.id },
            body: { ...body, version },
          })
        : await call(staffApi.createOfficeVenue, { body })
      storeVenue(organizer, stored)
      notify({ tone: 'success', title: venue ? 'Saved' : `${stored.details.name} is added` })
      await onSaved?.(stored)
      return venueValues({ ...stored.details, version: stored.version })
    },
    shared: { valuesOf: currentVenue, labels: LABELS },
    fieldOf: (error) => {
      if (!(error instanceof ApiError)) return null
      if (error.code === 'room_in_use') putBack(error.details.roomId)
      const field = FIELDS[error.code]
      return field ? { field, message: error.textOrStatus } : null
    },
  })
  /** A room that cannot be removed is shown again, at its place: what else was typed can be saved then. */
  const putBack = (roomId: unknown) => {
    const stored = venue ? venueValues({ ...venue.details, version: venue.version }).rooms : []
    const at = stored.findIndex(({ id }) => id === roomId)
    if (at < 0) return
    const rows = form.watch('rooms')
    form.setValue('rooms', [...rows.slice(0, at), ...stored.slice(at, at + 1), ...rows.slice(at)])
  }
  const country = form.watch('country')
  const timeZone = form.watch('timeZone')
  const city = form.watch('city')
  const [isZoneChosen, setZoneChosen] = useState(venue !== null)
  const { setValue } = form
  useEffect(() => {
    if (isZoneChosen) return
    setValue('timeZone', zoneOfPlace(country, city) ?? usual.timeZone, { shouldDirty: false })
  }, [isZoneChosen, country, city, usual.timeZone, setValue])
  const isFixed = (venue?.sessionCount ?? 0) > 0
  return (
    <Form
      form={form}
      submit={venue ? 'Save' : 'Add the venue'}
      busyLabel="Saving"
      label="Venue"
      isLong
      aside={aside}
    >
      <fieldset disabled={!mayChange} className="contents">
        <Section title="Name and address" description="On tickets, in mails and in calendars.">
          <div className="flex max-w-form flex-col gap-5">
            <TextField form={form} name="name" label="Name" autoComplete="off" />
            <SelectField form={form} name="country" label="Country">
              {COUNTRIES.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            {addressFieldsOf(country).map(({ name, label, isRequired }) => (
              <TextField
                key={name}
                form={form}
                name={PART_NAMES[name]}
                label={label}
                mark={isRequired ? undefined : 'optional'}
                autoComplete="off"
              />
            ))}
          </div>
        </Section>
        <Section
          title="Time zone"
          description="Times of its events are shown in it, and it decides what day it is."
        >
          <div className="max-w-form">
            <Field
              id={form.idOf('timeZone')}
              label="Time zone"
              hint={
                isFixed
                  ? 'There are dates here already, and their days follow from the time zone. Add another venue for another zone.'
                  : venue
                    ? 'Search by city or by name.'
                    : 'It follows from the address where it can. Search by city or by name, such as Los Angeles or Pacific: once there are dates, it stays.'
              }
              error={form.problemOf('timeZone')}
            >
              <SearchSelect
                choices={zones}
                value={timeZone ? zoneChoice(timeZone) : null}
                onChange={(zone) => {
                  setZoneChosen(true)
                  setValue('timeZone', zone, { shouldValidate: true })
                }}
                disabled={isFixed || !mayChange}
                empty="No time zone has these letters in its name."
              />
            </Field>
          </div>
        </Section>
        <Section
          title="Rooms"
          description="Halls and studios that you sell on their own. A date in a room begins with its capacity, and buyers read its name before that of the venue."
        >
          <div className="max-w-form">
            <RoomsField
              id={form.idOf('rooms')}
              rows={form.watch('rooms')}
              error={form.problemOf('rooms')}
              onChange={(rows) => form.setValue('rooms', rows, { shouldDirty: true })}
            />
          </div>
        </Section>
        <Section title="Good to know" description="What visitors read before they come.">
          <div className="flex max-w-form flex-col gap-5">
            <TextAreaField form={form} name="description" label="Description" mark="optional" />
            <TextAreaField
              form={form}
              name="gettingThere"
              label="Getting there"
              mark="optional"
              hint="Stations, parking and the like, a line each."
            />
            <TextAreaField
              form={form}
              name="accessNotes"
              label="Access"
              mark="optional"
              hint="Steps, lifts, toilets and the like, a line each."
            />
            <TextField
              form={form}
              name="coordinates"
              label="Coordinates"
              mark="optional"
              hint="As maps copy them: 45.5231, -122.6765. They lead phones to the door."
            />
          </div>
        </Section>
      </fieldset>
    </Form>
  )
}
