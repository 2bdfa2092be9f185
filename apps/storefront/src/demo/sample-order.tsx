import { formatAmount, formatLongDate, imagePath } from '@foyer/domain'
import {
  TicketCard,
  TicketCardBody,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardRow,
  TicketCardRows,
  type TicketCardStage,
  TicketCardTear,
} from '@foyer/ui'
import type { ReactNode } from 'react'
import { Poster } from '../shared/event/poster.tsx'
import {
  DEMO_EVENT,
  DEMO_EVENT_ID,
  SAMPLE_TYPES,
  SESSION_DATES,
  SOUVENIR_PHOTO,
  TIME_SLOTS,
} from './sample-data.ts'

export const dollars = (amountMinor: number): string => formatAmount(amountMinor, 'usd')

const [general, fast = general] = SAMPLE_TYPES
const LINES = [
  { name: general.name, quantity: 2, priceMinor: general.priceMinor },
  { name: fast.name, quantity: 1, priceMinor: fast.priceMinor },
  { name: SOUVENIR_PHOTO.name, quantity: 1, priceMinor: SOUVENIR_PHOTO.priceMinor },
]

/** The order that the static pages show. */
export const SAMPLE_ORDER = {
  date: SESSION_DATES.at(-1) ?? '',
  time: TIME_SLOTS[2]?.time ?? '',
  ticketCount: 3,
  totalMinor: LINES.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0),
}

interface SampleOrderProps {
  stage: TicketCardStage
  children: ReactNode
}

/** The order summary of the static pages; each page fills the footer. */
export function SampleOrderCard({ stage, children }: SampleOrderProps) {
  const imageUrl = imagePath(DEMO_EVENT_ID, null)
  return (
    <TicketCard stage={stage} label="Your order">
      <TicketCardHeader
        title={DEMO_EVENT.name}
        poster={<Poster event={{ imageUrl }} format="wide" date={SAMPLE_ORDER.date} />}
      >
        <span>{DEMO_EVENT.venue}</span>
        <span>{formatLongDate(SAMPLE_ORDER.date)}</span>
        <span>{SAMPLE_ORDER.time}</span>
      </TicketCardHeader>
      <TicketCardBody>
        <TicketCardRows>
          {LINES.map(({ name, quantity, priceMinor }) => (
            <TicketCardRow
              key={name}
              label={`${quantity} × ${name}`}
              amount={dollars(quantity * priceMinor)}
            />
          ))}
          <TicketCardRow total label="Total" amount={dollars(SAMPLE_ORDER.totalMinor)} />
        </TicketCardRows>
      </TicketCardBody>
      <TicketCardTear />
      <TicketCardFooter>{children}</TicketCardFooter>
    </TicketCard>
  )
}
