import { Button, Checkbox, Field, IconButton, TextInput } from '@foyer/ui'
import { Plus, X } from '@foyer/ui/icons'
import { Weekdays } from './repeat-days.tsx'
import type { RepeatPartProps, TypeValues, VariationValues } from './repeat-values.ts'
import { RoomField } from './room-field.tsx'
import { fixedPrice } from './session-values.ts'

/** How many are sold, of what and for how much; and what differs by weekday and time. */
export function RepeatSales({ info, values, problems, onChange }: RepeatPartProps) {
  const types = info.types.filter(({ isArchived }) => !isArchived)
  const priced = types.filter(
    ({ id, isPricedBySession }) => isPricedBySession && values.types[id]?.isOffered,
  )
  const changeType = (id: string, part: Partial<TypeValues>) => {
    const before = values.types[id] ?? { isOffered: false, price: '', capacity: '' }
    onChange({ types: { ...values.types, [id]: { ...before, ...part } } })
  }
  const changeVariation = (key: number, part: Partial<VariationValues>) =>
    onChange({
      variations: values.variations.map((variation) =>
        variation.key === key ? { ...variation, ...part } : variation,
      ),
    })
  const addVariation = () => {
    const key = Math.max(0, ...values.variations.map((variation) => variation.key)) + 1
    const fresh = { key, weekdays: [6, 0], from: '', to: '', capacity: '', prices: {} }
    onChange({ variations: [...values.variations, fresh] })
  }
  return (
    <fieldset className="flex min-w-0 flex-col gap-4">
      <legend className="mb-4 font-display text-lg font-bold">Capacity and tickets</legend>
      {info.rooms.length > 0 && (
        <RoomField
          label="Room of each date"
          rooms={info.rooms}
          value={values.room}
          onChange={(room) =>
            onChange(room ? { room: room.id, capacity: String(room.capacity) } : { room: '' })
          }
        />
      )}
      <Field
        label="Capacity of each date"
        mark="empty: no limit"
        error={problems.capacity}
        className="max-w-80"
      >
        <TextInput
          inputMode="numeric"
          value={values.capacity}
          onChange={({ target }) => onChange({ capacity: target.value })}
        />
      </Field>
      {types.length === 0 && (
        <p className="text-sm text-muted">
          This event has no tickets yet. You can create its dates now, and add tickets to them
          later.
        </p>
      )}
      {types.map((type) => {
        const typed = values.types[type.id]
        return (
          <div
            key={type.id}
            className="grid items-start gap-x-4 gap-y-2 border-t border-edge pt-3 sm:grid-cols-2"
          >
            <Checkbox
              className="sm:col-span-2"
              label={type.name}
              hint={type.isPricedBySession ? undefined : fixedPrice(type, info)}
              checked={typed?.isOffered ?? false}
              onChange={({ target }) => changeType(type.id, { isOffered: target.checked })}
            />
            {typed?.isOffered && (
              <>
                <Field
                  label={`${type.name}: at most`}
                  mark="optional"
                  error={problems[`capacity ${type.id}`]}
                >
                  <TextInput
                    inputMode="numeric"
                    value={typed.capacity}
                    onChange={({ target }) => changeType(type.id, { capacity: target.value })}
                  />
                </Field>
                {type.isPricedBySession && (
                  <Field
                    label={`${type.name}: price, ${info.currency.toUpperCase()}`}
                    mark="empty: not on sale"
                    error={problems[`price ${type.id}`]}
                  >
                    <TextInput
                      inputMode="decimal"
                      value={typed.price}
                      onChange={({ target }) => changeType(type.id, { price: target.value })}
                    />
                  </Field>
                )}
              </>
            )}
          </div>
        )
      })}
      <div className="flex flex-col gap-4 border-t border-edge pt-4">
        <div>
          <h2 className="text-sm font-semibold">Different on some days or times</h2>
          <p className="text-sm text-muted">
            Weekends with more room, evenings at another price. Where several apply, the last one
            counts.
          </p>
        </div>
        {values.variations.map((variation, index) => (
          <fieldset key={variation.key} className="rounded-md border border-edge p-4">
            <legend className="sr-only">Difference {index + 1}</legend>
            <div className="flex items-start justify-between gap-3">
              <Weekdays
                legend="On"
                chosen={variation.weekdays}
                onChange={(weekdays) => changeVariation(variation.key, { weekdays })}
              />
              <IconButton
                label={`Remove difference ${index + 1}`}
                onClick={() =>
                  onChange({
                    variations: values.variations.filter(({ key }) => key !== variation.key),
                  })
                }
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </div>
            <div className="mt-3 grid gap-4 sm:grid-cols-3">
              <Field label="Starts from" mark="optional">
                <TextInput
                  type="time"
                  value={variation.from}
                  onChange={({ target }) => changeVariation(variation.key, { from: target.value })}
                />
              </Field>
              <Field label="Starts before" mark="optional">
                <TextInput
                  type="time"
                  value={variation.to}
                  onChange={({ target }) => changeVariation(variation.key, { to: target.value })}
                />
              </Field>
              <Field
                label="Capacity"
                mark="empty: as usual"
                error={problems[`variation ${variation.key}`]}
              >
                <TextInput
                  inputMode="numeric"
                  value={variation.capacity}
                  onChange={({ target }) =>
                    changeVariation(variation.key, { capacity: target.value })
                  }
                />
              </Field>
              {priced.map(({ id, name }) => (
                <Field key={id} label={`${name}: price`} mark="empty: as usual">
                  <TextInput
                    inputMode="decimal"
                    value={variation.prices[id] ?? ''}
                    onChange={({ target }) =>
                      changeVariation(variation.key, {
                        prices: { ...variation.prices, [id]: target.value },
                      })
                    }
                  />
                </Field>
              ))}
            </div>
          </fieldset>
        ))}
        <Button className="self-start" onClick={addVariation}>
          <Plus aria-hidden="true" className="size-4" />
          Add a difference
        </Button>
      </div>
    </fieldset>
  )
}
