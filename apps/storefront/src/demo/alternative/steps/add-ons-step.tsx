import { Stepper } from '@foyer/ui'
import { dollars } from '../../sample-order.tsx'
import { ADD_ONS, MAX_ADD_ON } from '../flow.ts'
import type { AltStepProps } from './choice.tsx'

export function AddOnsStep({ state, act }: AltStepProps) {
  return (
    <ul className="grid gap-5">
      {ADD_ONS.map(({ id, name, priceMinor }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-4 border-b border-edge pb-5"
        >
          <div>
            <h2 className="font-display text-lg font-bold">{name}</h2>
            <p className="figures text-muted">{dollars(priceMinor)}</p>
          </div>
          <Stepper
            label={name}
            value={state.addOns[id] ?? 0}
            onChange={(quantity) => act({ kind: 'setAddOn', id, quantity })}
            max={MAX_ADD_ON}
            maxReason={`${MAX_ADD_ON} at most`}
          />
        </li>
      ))}
    </ul>
  )
}
