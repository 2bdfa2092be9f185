import { Notice } from '@foyer/ui'

/** Nobody shall take a demonstration for a purchase. */
export const DemoNotice = () => (
  <Notice title="This is a demonstration">
    Nothing is sold here, and nothing you type is sent anywhere.
  </Notice>
)
