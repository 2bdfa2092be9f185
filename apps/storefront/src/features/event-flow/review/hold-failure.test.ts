import { ApiError } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { explainFailure } from './hold-failure.ts'

const refusal = (code: string, details?: object) =>
  new ApiError(409, JSON.stringify({ error: 'The server says why.', code, details }), 'Conflict')

describe('a hold that failed', () => {
  it('shows the server’s text', () => {
    expect(explainFailure(refusal('sold_out', { available: 0 }))).toMatchObject({
      text: 'The server says why.',
      remedy: 'other_time',
    })
  })

  it('falls back to the status, and without an answer to a general text', () => {
    expect(explainFailure(new ApiError(500, '', '')).text).toBe('Failed to create hold: 500')
    expect(explainFailure(new TypeError('Failed to fetch'))).toMatchObject({
      text: 'Failed to reserve tickets',
      remedy: 'retry',
    })
  })

  it('suggests only once to try again if the server is busy', () => {
    expect(explainFailure(refusal('busy'))).toMatchObject({
      advice: 'Nothing is charged and your selection is kept.',
      remedy: 'retry',
    })
    expect(explainFailure(refusal('payment_in_progress')).advice).toContain('Please try again')
  })

  it('offers fewer tickets if some are left, and another time if none are', () => {
    expect(explainFailure(refusal('sold_out', { available: 2 })).remedy).toBe('fewer_tickets')
    expect(explainFailure(refusal('sales_closed')).remedy).toBe('other_time')
    expect(explainFailure(refusal('quantity_above_maximum')).remedy).toBe('fewer_tickets')
    expect(explainFailure(refusal('payment_in_progress')).remedy).toBe('retry')
  })

  it('leads to the add-ons if one of them is not available', () => {
    const addOnId = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa3'
    for (const available of [0, 2]) {
      expect(explainFailure(refusal('sold_out', { available, addOnId }))).toMatchObject({
        remedy: 'other_add_ons',
        alternatives: null,
      })
    }
    expect(explainFailure(refusal('add_on_not_found', { addOnId })).remedy).toBe('other_add_ons')
  })

  it('alternatives are passed on, and an empty list differs from none', () => {
    const alternative = {
      sessionId: 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaa2',
      date: '2026-11-21',
      startsAt: '2026-11-22T00:30:00.000Z',
      localTime: '7:30 PM',
      availableCount: 6,
      fromAllInMinor: 3498,
    }
    const offered = explainFailure(refusal('sold_out', { alternatives: [alternative] }))
    expect(offered).toMatchObject({ alternatives: [alternative] })
    expect(explainFailure(refusal('sold_out', { alternatives: [] })).alternatives).toEqual([])
    expect(explainFailure(refusal('sold_out')).alternatives).toBeNull()
    expect(explainFailure(refusal('sold_out', { alternatives: 'soon' })).alternatives).toBeNull()
  })

  it('always says that the choices are kept', () => {
    for (const code of ['sold_out', 'busy', 'ticket_type_not_found']) {
      expect(explainFailure(refusal(code)).advice).toContain('selection is kept')
    }
  })
})
