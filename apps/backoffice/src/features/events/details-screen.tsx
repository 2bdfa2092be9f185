import { ApiError, EVENT_LIMITS, type OfficeEvent, staffApi } from '@foyer/contract'
import {
  CURRENCIES,
  categoryLabel,
  EVENT_CATEGORIES,
  FACT_LIMITS,
  IMPORTANT_INFORMATION_LIMITS,
} from '@foyer/domain'
import { notify } from '@foyer/ui'
import { useState } from 'react'
import { callOf } from '../../data/client.ts'
import { storeEvent } from '../../data/queries.ts'
import { CHOSEN, chargeText, FeeSetField } from '../../shared/charge-fields.tsx'
import { Form, SelectField, TextField } from '../../shared/form.tsx'
import { CheckField, TextAreaField } from '../../shared/more-fields.tsx'
import { Section } from '../../shared/page.tsx'
import { useOfficeForm } from '../../shared/use-office-form.ts'
import { currentDetails, detailsSchema, detailsValues } from './details-values.ts'
import { KindField } from './kind-field.tsx'
import { LineUpField } from './line-up-field.tsx'
import { TextPreview } from './text-preview.tsx'
import { VenueField } from './venue-field.tsx'

interface DetailsScreenProps {
  organizer: string
  locale: string
  event: OfficeEvent
  mayChange: boolean
}

const CURRENCY_NAMES = new Intl.DisplayNames('en-US', { type: 'currency' })

/** How a question about two people's changes names each value. */
const LABELS = {
  name: 'Name',
  description: 'Short description',
  story: 'Story',
  category: 'Category',
  venueId: 'Venue',
  currency: 'Currency',
  feeSetId: 'Fee set',
  isTimedEntry: 'Timed entry',
  isContinuousCalendar: 'Days in a row',
  isPriceDifferenceShown: 'Price differences',
  doorsMinutes: 'Doors',
  minimumAge: 'Minimum age',
  ageNote: 'Note on age',
  accessNotes: 'Access',
  lineUp: 'Line-up',
  isTransferable: 'Transferable tickets',
  hasDefaultInformation: 'Default lines of important information',
  importantInformation: 'Important information',
}

/** A refusal that is about one field. */
function refusedField(
  error: unknown,
): { field: 'venueId' | 'currency' | 'feeSetId'; message: string } | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'fee_set_not_found') return { field: 'feeSetId', message: error.textOrStatus }
  if (error.code === 'currency_in_use') return { field: 'currency', message: error.textOrStatus }
  const isVenue = error.code === 'venue_in_use' || error.code === 'venue_not_found'
  return isVenue ? { field: 'venueId', message: error.textOrStatus } : null
}

/** What buyers read of an event, and how they choose a date. */
export function DetailsScreen({ organizer, locale, event, mayChange }: DetailsScreenProps) {
  const [venue, setVenue] = useState<{ id: string; name: string; city: string }>(event.venue)
  const form = useOfficeForm({
    schema: detailsSchema,
    values: detailsValues({ ...event.details, version: event.version }),
    problems: {
      name: `Enter a name of at most ${EVENT_LIMITS.name} characters.`,
      description: `At most ${EVENT_LIMITS.description} characters.`,
      story: `At most ${FACT_LIMITS.story} characters.`,
      venueId: 'Choose where it takes place.',
      currency: 'Choose a currency.',
      feeSetId: 'Choose a fee set.',
      doorsMinutes: 'A whole number of minutes, at most 1440.',
      minimumAge: 'A whole number of years, at most 99.',
      ageNote: `At most ${FACT_LIMITS.lineCharacters} characters.`,
      accessNotes: `At most ${FACT_LIMITS.lines} lines of at most ${FACT_LIMITS.lineCharacters} characters.`,
      lineUp: 'Everybody in the line-up needs a name; a time is one like 19:30.',
      importantInformation: `At most ${IMPORTANT_INFORMATION_LIMITS.lines} lines of at most ${IMPORTANT_INFORMATION_LIMITS.characters} characters.`,
    },
    send: async (body) => {
      const params = { eventId: event.id }
      const stored = await callOf(organizer)(staffApi.changeOfficeEvent, { params, body })
      storeEvent(organizer, stored)
      setVenue(stored.venue)
      notify({ tone: 'success', title: 'Saved' })
      return detailsValues({ ...stored.details, version: stored.version })
    },
    shared: { valuesOf: currentDetails, labels: LABELS, textOf: chargeText(organizer) },
    fieldOf: refusedField,
  })
  const hasDefaultInformation = form.watch('hasDefaultInformation')
  return (
    <Form form={form} submit="Save" label="Details" busyLabel="Saving" isLong>
      <fieldset disabled={!mayChange} className="contents">
        <Section title="What it is" description="The name and the short text that lists show.">
          <div className="flex max-w-form flex-col gap-5">
            <TextField form={form} name="name" label="Name" autoComplete="off" />
            <TextAreaField
              form={form}
              name="description"
              label="Short description"
              mark="optional"
              hint="A sentence or two below the name."
            />
            <SelectField form={form} name="category" label="Category">
              {EVENT_CATEGORIES.map((category) => (
                <option key={category} value={category}>
                  {categoryLabel(category)}
                </option>
              ))}
            </SelectField>
          </div>
        </Section>
        <Section
          title="Story"
          description="The long text of its page. An empty line begins a new paragraph."
        >
          <div className="grid gap-6 xl:grid-cols-2">
            <TextAreaField form={form} name="story" label="Story" mark="optional" rows={9} />
            <TextPreview text={form.watch('story')} />
          </div>
        </Section>
        <Section title="Where" description="The address is on tickets and in calendars.">
          <div className="max-w-form">
            <VenueField
              organizer={organizer}
              id={form.idOf('venueId')}
              error={form.problemOf('venueId')}
              venue={form.watch('venueId') === venue.id ? venue : null}
              onChange={(chosen) => {
                setVenue(chosen)
                form.setValue('venueId', chosen.id)
              }}
            />
          </div>
        </Section>
        <Section title="How buyers choose" description="The calendar and the prices in it.">
          <div className="flex max-w-form flex-col gap-4">
            <KindField
              value={form.watch('isTimedEntry')}
              onChange={(isTimed) => form.setValue('isTimedEntry', isTimed)}
            />
            <CheckField
              form={form}
              name="isContinuousCalendar"
              label="Show all days in a row"
              hint="Otherwise the calendar shows a month at a time."
            />
            <CheckField
              form={form}
              name="isPriceDifferenceShown"
              label="Show how much more a date costs than the cheapest"
            />
          </div>
        </Section>
        <Section title="Money" description="What its prices are in, and the fee on its tickets.">
          <div className="flex max-w-form flex-col gap-5">
            <SelectField
              form={form}
              name="currency"
              label="Currency"
              hint="It stays as it is once tickets are held or sold."
            >
              {Object.keys(CURRENCIES).map((code) => (
                <option key={code} value={code}>
                  {CURRENCY_NAMES.of(code.toUpperCase())} ({code.toUpperCase()})
                </option>
              ))}
            </SelectField>
            {mayChange && (
              <FeeSetField
                organizer={organizer}
                format={{ currency: form.watch('currency'), locale }}
                id={form.idOf('feeSetId')}
                label="Fee set"
                hint="Of ticket types without one of their own. Add-ons have their own."
                value={form.watch('feeSetId')}
                error={form.problemOf('feeSetId')}
                onChange={(id) => form.setValue('feeSetId', id, CHOSEN)}
              />
            )}
          </div>
        </Section>
        <Section title="Good to know" description="What visitors ask before they come.">
          <div className="flex max-w-form flex-col gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                form={form}
                name="doorsMinutes"
                label="Doors open"
                mark="optional"
                hint="Minutes before the start."
                inputMode="numeric"
              />
              <TextField
                form={form}
                name="minimumAge"
                label="Minimum age"
                mark="optional"
                hint="In years; 0 is for all ages."
                inputMode="numeric"
              />
            </div>
            <TextField form={form} name="ageNote" label="Note on age" mark="optional" />
            <TextAreaField
              form={form}
              name="accessNotes"
              label="Access"
              mark="optional"
              hint="What it offers to people with disabilities, a line each."
            />
            <SelectField form={form} name="isTransferable" label="May somebody else use a ticket?">
              <option value="default">As the default lines say: no</option>
              <option value="yes">Yes</option>
              <option value="no">No</option>
            </SelectField>
          </div>
        </Section>
        <Section title="Line-up" description="Who appears, in your order.">
          <LineUpField
            id={form.idOf('lineUp')}
            rows={form.watch('lineUp')}
            error={form.problemOf('lineUp')}
            onChange={(rows) => form.setValue('lineUp', rows)}
          />
        </Section>
        <Section
          title="Important information"
          description="On the page of the order, in its mail and on each ticket."
        >
          <div className="max-w-form">
            <CheckField
              form={form}
              name="hasDefaultInformation"
              label="Show the default lines"
              hint="Tickets are not transferable, when to arrive, and what else holds for most events."
            />
            {!hasDefaultInformation && (
              <TextAreaField
                form={form}
                name="importantInformation"
                label="Lines of your own"
                hint="A line each; without any, buyers read none."
              />
            )}
          </div>
        </Section>
      </fieldset>
    </Form>
  )
}
