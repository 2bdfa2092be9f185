import { useState } from 'react'
import {
  Badge,
  Button,
  TicketCard,
  TicketCardBody,
  TicketCardCode,
  TicketCardFooter,
  TicketCardHeader,
  TicketCardMain,
  TicketCardRow,
  TicketCardRows,
  type TicketCardStage,
  TicketCardStamp,
  TicketCardTear,
} from '../src/index.ts'
import { SamplePoster } from './sample-poster.tsx'
import { Section } from './section.tsx'

export function Tickets() {
  const [stage, setStage] = useState<TicketCardStage>('choosing')
  return (
    <Section title="The ticket card grows up">
      <div className="grid items-start gap-8 md:grid-cols-3">
        <SampleCard stage="choosing" />
        <SampleCard stage="held" />
        <SampleCard stage="paid" />
      </div>
      <div className="mt-8 max-w-ticket-card">
        <div className="mb-4 flex gap-2">
          <Button onClick={() => setStage('choosing')}>Choosing</Button>
          <Button onClick={() => setStage('held')}>Held</Button>
          <Button onClick={() => setStage('paid')}>Paid</Button>
        </div>
        <SampleCard stage={stage} label="Your order, growing" />
      </div>
      <TicketCard stage="paid" wide label="Ticket 1 of 2" className="mt-8 max-w-200">
        <TicketCardMain>
          <TicketCardHeader title="The Marigold Sessions">Sat, Dec 5 · 7:30 PM</TicketCardHeader>
          <TicketCardBody>
            <p className="font-display text-title font-bold">General Admission</p>
            <p className="text-muted">Ticket 1 of 2 · Ada Lovelace</p>
          </TicketCardBody>
        </TicketCardMain>
        <TicketCardTear />
        <TicketCardFooter className="grid place-items-center gap-2 sm:py-6">
          <TicketCardCode>
            <SampleCode />
          </TicketCardCode>
          <p className="figures font-mono text-sm">FX7K-92QD</p>
        </TicketCardFooter>
      </TicketCard>
    </Section>
  )
}

interface SampleCardProps {
  stage: TicketCardStage
  label?: string
}

export function SampleCard({ stage, label = `Your order, ${stage}` }: SampleCardProps) {
  return (
    <TicketCard stage={stage} label={label}>
      <TicketCardHeader poster={<SamplePoster />} title="The Marigold Sessions">
        <span>Sat, Dec 5 · 7:30 PM</span>
        <span>The Old Mill, Portland, OR</span>
      </TicketCardHeader>
      <TicketCardBody>
        <TicketCardRows>
          <TicketCardRow label="2 × General Admission" amount="$60.00" />
          <TicketCardRow label="Service fees" amount="$9.96" />
          <TicketCardRow total label="Total" amount="$69.96" />
        </TicketCardRows>
      </TicketCardBody>
      <TicketCardTear />
      <TicketCardFooter>
        {stage === 'choosing' && <p className="text-sm text-muted">Nothing is held yet.</p>}
        {stage === 'held' && (
          <TicketCardStamp time="14:32">We’re holding your 2 tickets until 7:42 PM</TicketCardStamp>
        )}
        {stage === 'paid' && (
          <div className="flex flex-wrap items-center gap-5">
            <TicketCardCode>
              <SampleCode />
            </TicketCardCode>
            <div>
              <Badge tone="success">Valid</Badge>
              <p className="mt-2 font-display text-lg font-bold">Ticket 1 of 2</p>
              <p className="figures text-sm text-muted">FX7K-92QD</p>
            </div>
          </div>
        )}
      </TicketCardFooter>
    </TicketCard>
  )
}

function SampleCode() {
  const cells = Array.from({ length: 169 }, (_, cell) => cell)
  return (
    <svg viewBox="0 0 13 13" className="size-24" role="img" aria-label="Sample code">
      {cells
        .filter((cell) => (cell * 7919 + cell * cell * 31) % 5 < 2)
        .map((cell) => (
          <rect key={cell} x={cell % 13} y={Math.floor(cell / 13)} width="1" height="1" />
        ))}
    </svg>
  )
}
