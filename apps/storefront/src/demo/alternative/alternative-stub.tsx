import { formatLongDate } from '@foyer/domain'
import { Stub, StubBody, StubFooter, StubHeader, StubRow, StubRows, StubTear } from '@foyer/ui'
import type { ReactNode } from 'react'
import { DEMO_EVENT } from '../sample-data.ts'
import { dollars } from '../sample-order.tsx'
import { type AltState, linesOf, totalOf } from './flow.ts'

/** What is chosen so far, with the step's action below it. */
export function AlternativeStub({ state, children }: { state: AltState; children: ReactNode }) {
  const lines = linesOf(state)
  return (
    <Stub stage="choosing" label="Your order">
      <StubHeader title={DEMO_EVENT.name}>
        <span>{DEMO_EVENT.venue}</span>
        {state.date && <span>{formatLongDate(state.date)}</span>}
        {state.time && <span>{state.time}</span>}
      </StubHeader>
      <StubBody>
        <StubRows>
          {lines.map(({ label, amountMinor }) => (
            <StubRow key={label} label={label} amount={dollars(amountMinor)} />
          ))}
          <StubRow total label="Total" amount={dollars(totalOf(state))} />
        </StubRows>
      </StubBody>
      {children && (
        <>
          <StubTear />
          <StubFooter>{children}</StubFooter>
        </>
      )}
    </Stub>
  )
}
