import type { Role } from '@foyer/domain'
import type { ReactNode } from 'react'
import { paths } from '../../routing/paths.ts'
import { TabLinks } from '../../shared/tab-links.tsx'

/** Coupons and rules: tabs above, and the list of one of them. */
export function CouponsFrame({
  organizer: { slug, role },
  children,
}: {
  organizer: { slug: string; role: Role }
  children: ReactNode
}) {
  return (
    <>
      <div className="border-b border-edge">
        <div className="mx-auto max-w-page px-1 pt-3 sm:px-3 lg:px-7">
          <TabLinks
            label="Coupons"
            role={role}
            tabs={[
              {
                label: 'Coupon Groups',
                link: paths.couponGroups(slug),
                permission: 'coupons.read',
              },
              { label: 'Coupon Codes', link: paths.couponCodes(slug), permission: 'coupons.read' },
              {
                label: 'Checkout Rules',
                link: paths.checkoutRules(slug),
                permission: 'coupons.read',
              },
            ]}
          />
        </div>
      </div>
      {children}
    </>
  )
}
