import { isSelectable, SLOTS } from '../flow.ts'
import { type AltStepProps, Choice } from './choice.tsx'

export function TimeStep({ state, act }: AltStepProps) {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {SLOTS.map((slot) => (
        <li key={slot.time}>
          <Choice
            isChosen={slot.time === state.time}
            disabled={!isSelectable(slot)}
            onClick={() => act({ kind: 'chooseTime', time: slot.time })}
            className="grid w-full"
          >
            <span className="figures font-display text-lg font-bold">{slot.time}</span>
            <span className="text-sm">
              {isSelectable(slot) ? (
                <span className="text-muted">{slot.spotsLeft} spots left</span>
              ) : (
                'Sold Out'
              )}
            </span>
          </Choice>
        </li>
      ))}
    </ul>
  )
}
