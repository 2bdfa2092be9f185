import { beforeEach, expect, it } from 'vitest'
import { clearToasts, drawnToasts, notify, toastStore } from './notify.ts'

beforeEach(() => {
  for (const { id } of toastStore.current()) toastStore.dismiss(id)
})

const drawn = () =>
  drawnToasts(toastStore.current())
    .filter(({ isGone }) => !isGone)
    .map(({ title }) => title)
const idOf = (title: string) => toastStore.current().find((toast) => toast.title === title)?.id ?? 0

it('shows three messages at most, and older ones again when these go', () => {
  for (const title of ['one', 'two', 'three', 'four']) notify({ title })
  expect(drawn()).toEqual(['two', 'three', 'four'])
  toastStore.dismiss(idOf('three'))
  expect(drawn()).toEqual(['one', 'two', 'four'])
})

it('keeps a dismissed message while it animates out, until the next one comes', () => {
  notify({ title: 'one' })
  toastStore.dismiss(idOf('one'))
  expect(drawnToasts(toastStore.current())).toEqual([
    expect.objectContaining({ title: 'one', isGone: true }),
  ])
  notify({ title: 'two', tone: 'danger' })
  expect(drawnToasts(toastStore.current()).map(({ title }) => title)).toEqual(['two'])
})

it('the toast region is notified of every change', () => {
  const counts: number[] = []
  const stop = toastStore.subscribe(() => counts.push(toastStore.current().length))
  notify({ title: 'one' })
  toastStore.dismiss(idOf('one'))
  stop()
  notify({ title: 'two' })
  expect(counts).toEqual([1, 1])
})

it('a message that is shown can be replaced, and one that has gone stays gone', () => {
  const replaceFirst = notify({ title: 'On its way' })
  notify({ title: 'another' })
  replaceFirst({ tone: 'success', title: 'Sent' })
  expect(drawn()).toEqual(['Sent', 'another'])
  toastStore.dismiss(idOf('Sent'))
  replaceFirst({ title: 'Sent again' })
  expect(drawn()).toEqual(['another'])
})

it('all messages can be removed at once', () => {
  notify({ title: 'one' })
  notify({ tone: 'danger', title: 'two' })
  clearToasts()
  expect(drawnToasts(toastStore.current())).toEqual([])
})
