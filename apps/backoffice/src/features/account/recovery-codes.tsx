import { staffApi } from '@foyer/contract'
import { RECOVERY_CODES } from '@foyer/domain'
import { Button, Notice } from '@foyer/ui'
import { useState } from 'react'
import { call } from '../../data/client.ts'
import { accountQuery, queryClient } from '../../data/queries.ts'
import { Confirm } from '../../shared/confirm.tsx'
import { OneTimeCodes } from './one-time-codes.tsx'

const FEW = 3

export function RecoveryCodes({ left }: { left: number }) {
  const [isAsking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <div className="flex flex-col items-start gap-4">
      {left <= FEW ? (
        <Notice tone="warning">
          {left === 0 ? 'No code is left.' : `Only ${left} of ${RECOVERY_CODES} codes are left.`}{' '}
          Make new ones before you need them.
        </Notice>
      ) : (
        <p className="figures text-sm">
          {left} of {RECOVERY_CODES} codes are left.
        </p>
      )}
      <Button onClick={() => setAsking(true)}>Make new codes</Button>
      <Confirm
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Make new recovery codes?"
        description="The codes that you have stored no longer work. The new ones are shown once."
        action="Make new codes"
        run={async () => {
          const { recoveryCodes } = await call(staffApi.renewRecoveryCodes, {})
          await queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
          setCodes(recoveryCodes)
        }}
      />
      <OneTimeCodes codes={codes} onClose={() => setCodes(null)} />
    </div>
  )
}
