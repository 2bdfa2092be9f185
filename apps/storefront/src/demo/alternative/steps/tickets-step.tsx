import { Button, Stepper } from '@foyer/ui'
import { Check } from '@foyer/ui/icons'
import { dollars } from '../../sample-order.tsx'
import { BASE_TICKET, MAX_GROUP, UPGRADES } from '../flow.ts'
import { type AltStepProps, Choice } from './choice.tsx'

/** How many come, and whether they take a better ticket. */
export function TicketsStep({ state, act }: AltStepProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4 border-b border-edge pb-6">
        <div>
          <h2 className="font-display text-lg font-bold">{BASE_TICKET.name}</h2>
          <p className="figures text-muted">{dollars(BASE_TICKET.priceMinor)}</p>
        </div>
        <Stepper
          label={BASE_TICKET.name}
          value={state.groupSize}
          onChange={(groupSize) => act({ kind: 'setGroupSize', groupSize })}
          max={MAX_GROUP}
          maxReason={`${MAX_GROUP} at most`}
        />
      </div>
      <section aria-label="Upgrade your tickets">
        <h2 className="font-display text-lg font-bold">Upgrade your tickets</h2>
        <p className="mt-1 text-muted">For your whole group, or not at all.</p>
        <ul className="mt-4 grid gap-3 sm:grid-cols-3">
          {UPGRADES.map(({ id, name, priceMinor }) => (
            <li key={id}>
              <Choice
                isChosen={id === state.upgradeId}
                onClick={() => act({ kind: 'toggleUpgrade', upgradeId: id })}
                className="flex h-full w-full items-start justify-between gap-3"
              >
                <span>
                  <span className="block font-semibold">{name}</span>
                  <span className="figures text-sm text-muted">
                    + {dollars(priceMinor - BASE_TICKET.priceMinor)} each
                  </span>
                </span>
                {id === state.upgradeId && <Check aria-hidden="true" className="mt-1 size-4" />}
              </Choice>
            </li>
          ))}
        </ul>
        <Button
          variant="ghost"
          className="mt-3 -ms-3"
          disabled={state.groupSize === 0}
          onClick={() => act({ kind: 'skipUpgrade' })}
        >
          No thank you
        </Button>
      </section>
    </>
  )
}
