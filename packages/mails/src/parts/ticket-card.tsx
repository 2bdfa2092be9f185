import { admitsText, formatAmount, formatLongDate, formatTime, zoneName } from '@foyer/domain'
import type { CSSProperties, ReactNode } from 'react'
import { Heading, Img, Text } from 'react-email'
import type { MailEvent, MailTicket, MailVisit } from '../mail.ts'
import { Table } from './blocks.tsx'
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
  currency: string
  /** On the first card of a mail. */
  hasPicture?: boolean
}

const LIT_EDGE = { borderTopWidth: 6, borderTopStyle: 'solid' } as const
const ROUND = { borderRadius: 14, borderCollapse: 'separate', overflow: 'hidden' } as const

/** The ticket card: event, time and venue, and the codes below the perforation. */
export function TicketCard({ event, visit, locale, currency, hasPicture }: TicketCardProps) {
  const paint = usePaint()
  return (
    <Table {...paint('card', { marginTop: 32, ...LIT_EDGE, ...ROUND })}>
      {hasPicture && event.pictureUrl && <Picture event={event} src={event.pictureUrl} />}
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
            {visit.tickets.map((ticket) => (
              <Ticket key={ticket.number} ticket={ticket} locale={locale} currency={currency} />
            ))}
          </Cell>
        </>
      )}
    </Table>
  )
}

/** The event's picture across the card, at half its size. */
function Picture({ event, src }: { event: MailEvent; src: string }) {
  return (
    <tr>
      <td colSpan={3} style={{ padding: 0, fontSize: 0, lineHeight: 0 }}>
        <Img
          src={src}
          alt={event.name}
          width={536}
          height={281}
          style={{ display: 'block', width: '100%', height: 'auto' }}
        />
      </td>
    </tr>
  )
}

const CODE_PIXELS = 150

interface TicketProps {
  ticket: MailTicket
  locale: string
  currency: string
}

/**
 * One ticket: its QR code, which is white in every theme since a scanner needs that, its type, its code as
 * text, and what it was bought at.
 */
function Ticket({ ticket, locale, currency }: TicketProps) {
  const paint = usePaint()
  const { number, typeName, places, validationCode, amountMinor, code } = ticket
  return (
    <Table style={{ marginTop: 12 }}>
      <tr>
        {code && (
          <td
            width={CODE_PIXELS + 20}
            valign="top"
            className="m-stack"
            style={{ paddingRight: 20 }}
            data-skip-in-text="true"
          >
            <Img
              src={`cid:${code.pictureId}`}
              alt={`QR code of ticket ${number}, code ${validationCode}`}
              width={CODE_PIXELS}
              height={CODE_PIXELS}
              className="m-code"
              style={{ display: 'block', backgroundColor: '#ffffff', borderRadius: 8 }}
            />
          </td>
        )}
        <td valign="middle" className="m-stack" data-text="facts">
          <div data-text="fact">
            <Text data-text="label" {...paint('text', { ...type.body, fontWeight: 700 })}>
              {[`Ticket ${number}, ${typeName}`, admitsText(places)].filter(Boolean).join(' · ')}
            </Text>
            <Text data-text="value" {...paint('text', { ...type.code, margin: 0 })}>
              {validationCode}
            </Text>
          </div>
          <Text data-text="line" {...paint('muted', type.small)}>
            {`${formatAmount(amountMinor, currency, locale)}, fees included`}
          </Text>
        </td>
      </tr>
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

function Programme({ event, visit, locale }: Pick<TicketCardProps, 'event' | 'visit' | 'locale'>) {
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
