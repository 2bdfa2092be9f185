import { formatLongDate, formatTime, zoneName } from '@foyer/domain'
import type { CSSProperties, ReactNode } from 'react'
import { Heading, Text } from 'react-email'
import type { MailEvent, MailVisit } from '../mail.ts'
import { FactRows, Table } from './blocks.tsx'
import { DateBlock } from './date-block.tsx'
import { usePaint } from './paint.ts'
import { type } from './type.ts'

/** 'Saturday, November 21, 2026' and '7:30 PM, Pacific Standard Time', in the venue's zone. */
export function whenOf(event: MailEvent, startsAt: string, date: string, locale: string) {
  const time = formatTime(startsAt, event.timeZone, locale)
  const zone = zoneName(startsAt, event.timeZone, locale)
  return {
    day: formatLongDate(date, locale),
    time: `${event.isTimedEntry ? 'Entry at ' : ''}${time}, ${zone}`,
  }
}

interface TicketCardProps {
  event: MailEvent
  visit: MailVisit
  locale: string
}

const LIT_EDGE = { borderTopWidth: 6, borderTopStyle: 'solid' } as const
const ROUND = { borderRadius: 14, borderCollapse: 'separate', overflow: 'hidden' } as const

/** The ticket card: event, time and venue, and the codes below the perforation. */
export function TicketCard({ event, visit, locale }: TicketCardProps) {
  const paint = usePaint()
  return (
    <Table {...paint('card', { marginTop: 32, ...LIT_EDGE, ...ROUND })}>
      <Cell>
        <Table>
          <tr>
            <td width={92} valign="top" data-skip-in-text="true">
              <DateBlock date={visit.date} locale={locale} />
            </td>
            <td valign="top">
              <Programme event={event} visit={visit} locale={locale} />
            </td>
          </tr>
        </Table>
      </Cell>
      {visit.tickets.length > 0 && (
        <>
          <Perforation />
          <Cell style={{ paddingTop: 14, paddingBottom: 22 }}>
            <FactRows
              facts={visit.tickets.map((ticket) => ({
                label: `Ticket ${ticket.number}, ${ticket.typeName}`,
                value: ticket.validationCode,
                isCode: true,
              }))}
            />
          </Cell>
        </>
      )}
    </Table>
  )
}

function Cell({ style = {}, children }: { style?: CSSProperties; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={3} className="m-pad" style={{ padding: '26px 28px 22px', ...style }}>
        {children}
      </td>
    </tr>
  )
}

function Programme({ event, visit, locale }: TicketCardProps) {
  const paint = usePaint()
  const { day, time } = whenOf(event, visit.startsAt, visit.date, locale)
  return (
    <>
      <Heading
        as="h2"
        {...paint('text', { ...type.heading, marginBottom: 10, overflowWrap: 'anywhere' })}
      >
        {event.name}
      </Heading>
      {[day, time].map((text) => (
        <Text key={text} data-text="line" {...paint('text', { ...type.body, fontWeight: 600 })}>
          {text}
        </Text>
      ))}
      <Text data-text="line" {...paint('muted', type.body)}>
        {event.place}
      </Text>
    </>
  )
}

/** The perforation of the ticket card: a notch at either end, in the colour of the background. */
function Perforation() {
  const paint = usePaint()
  const notch = (corners: string) => (
    <td width={11} style={{ padding: 0 }}>
      <div {...paint('page', { ...FLAT, width: 11, height: 22, borderRadius: corners })} />
    </td>
  )
  return (
    <tr data-skip-in-text="true">
      {notch('0 11px 11px 0')}
      <td style={{ padding: '0 8px' }}>
        <div
          {...paint('tear', { ...FLAT, borderTopWidth: 2, borderTopStyle: 'dashed', height: 0 })}
        />
      </td>
      {notch('11px 0 0 11px')}
    </tr>
  )
}

const FLAT = { fontSize: 0, lineHeight: 0 } as const
