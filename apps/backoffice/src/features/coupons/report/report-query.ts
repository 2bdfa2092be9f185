import { type ReportSubject, staffApi } from '@foyer/contract'
import { addDays, instantOf, isCalendarDate } from '@foyer/domain'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callOf } from '../../../data/client.ts'
import type { ReportSearch } from '../../../routing/search.ts'

/** Reports of coupons and rules. They are read anew each time: orders come in meanwhile. */

export interface ReportAddress {
  organizer: string
  subject: ReportSubject
  id: string
}

/** The chosen days as instants, by the clocks of a zone; the last day counts as a whole. */
export const spanOf = ({ from, to }: ReportSearch, timeZone: string) => ({
  from: from && isCalendarDate(from) ? instantOf(from, 0, timeZone).toISOString() : undefined,
  until:
    to && isCalendarDate(to) ? instantOf(addDays(to, 1), 0, timeZone).toISOString() : undefined,
})

export type ReportSpan = ReturnType<typeof spanOf>

export const reportQuery = ({ organizer, subject, id }: ReportAddress, span: ReportSpan) =>
  queryOptions({
    queryKey: ['organizer', organizer, 'coupons', 'report', subject, id, span],
    queryFn: ({ signal }) =>
      callOf(organizer)(staffApi.getCouponReport, {
        params: { subject, subjectId: id },
        query: span,
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const reportFile = ({ organizer, subject, id }: ReportAddress, span: ReportSpan) =>
  callOf(organizer)(staffApi.exportCouponReport, {
    params: { subject, subjectId: id },
    query: span,
  })
