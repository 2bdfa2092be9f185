import { REPORT_SUBJECTS } from '@foyer/contract'
import { getRouteApi, notFound } from '@tanstack/react-router'
import { ReportScreen } from '../features/coupons/report/report-screen.tsx'
import { useOrganizer } from './use-signed-in.ts'

const route = getRouteApi('/signed-in/o/$organizer/coupons/reports/$subject/$subjectId')

export function CouponReportRoute() {
  const navigate = route.useNavigate()
  const { subject, subjectId } = route.useParams()
  const known = REPORT_SUBJECTS.find((each) => each === subject)
  if (!known) throw notFound()
  return (
    <ReportScreen
      // The figures of another report must not stay while its own are fetched.
      key={`${known}/${subjectId}`}
      organizer={useOrganizer()}
      subject={known}
      id={subjectId}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
