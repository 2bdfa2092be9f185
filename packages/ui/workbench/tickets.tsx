import { useState } from 'react'
import {
  Badge,
  Button,
  Stub,
  StubBody,
  StubCode,
  StubFooter,
  StubHeader,
  StubMain,
  StubRow,
  StubRows,
  type StubStage,
  StubStamp,
  StubTear,
} from '../src/index.ts'
import { SamplePoster } from './sample-poster.tsx'
import { Section } from './section.tsx'

export function Tickets() {
  const [stage, setStage] = useState<StubStage>('choosing')
  return (
    <Section title="The stub grows up">
      <div className="grid items-start gap-8 md:grid-cols-3">
        <SampleStub stage="choosing" />
        <SampleStub stage="held" />
        <SampleStub stage="paid" />
      </div>
      <div className="mt-8 max-w-stub">
        <div className="mb-4 flex gap-2">
          <Button onClick={() => setStage('choosing')}>Choosing</Button>
          <Button onClick={() => setStage('held')}>Held</Button>
          <Button onClick={() => setStage('paid')}>Paid</Button>
        </div>
        <SampleStub stage={stage} label="Your order, growing" />
      </div>
      <Stub stage="paid" wide label="Ticket 1 of 2" className="mt-8 max-w-200">
        <StubMain>
          <StubHeader title="The Marigold Sessions">Sat, Dec 5 · 7:30 PM</StubHeader>
          <StubBody>
            <p className="font-display text-title font-bold">General Admission</p>
            <p className="text-muted">Ticket 1 of 2 · Ada Lovelace</p>
          </StubBody>
        </StubMain>
        <StubTear />
        <StubFooter className="grid place-items-center gap-2 sm:py-6">
          <StubCode>
            <SampleCode />
          </StubCode>
          <p className="figures font-mono text-sm">FX7K-92QD</p>
        </StubFooter>
      </Stub>
    </Section>
  )
}

interface SampleStubProps {
  stage: StubStage
  label?: string
}

export function SampleStub({ stage, label = `Your order, ${stage}` }: SampleStubProps) {
  return (
    <Stub stage={stage} label={label}>
      <StubHeader poster={<SamplePoster />} title="The Marigold Sessions">
        <span>Sat, Dec 5 · 7:30 PM</span>
        <span>The Old Mill, Portland, OR</span>
      </StubHeader>
      <StubBody>
        <StubRows>
          <StubRow label="2 × General Admission" amount="$60.00" />
          <StubRow label="Service fees" amount="$9.96" />
          <StubRow total label="Total" amount="$69.96" />
        </StubRows>
      </StubBody>
      <StubTear />
      <StubFooter>
        {stage === 'choosing' && <p className="text-sm text-muted">Nothing is held yet.</p>}
        {stage === 'held' && (
          <StubStamp time="14:32">We're holding your 2 tickets until 7:42 PM</StubStamp>
        )}
        {stage === 'paid' && (
          <div className="flex flex-wrap items-center gap-5">
            <StubCode>
              <SampleCode />
            </StubCode>
            <div>
              <Badge tone="success">Valid</Badge>
              <p className="mt-2 font-display text-lg font-bold">Ticket 1 of 2</p>
              <p className="figures text-sm text-muted">FX7K-92QD</p>
            </div>
          </div>
        )}
      </StubFooter>
    </Stub>
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
