import { Notice } from '@foyer/ui'

/** Prevents that a demonstration is mistaken for a purchase. */
export const DemoNotice = () => (
  <Notice title="This is a demonstration">
    Nothing is sold here, and nothing you type is sent anywhere.
  </Notice>
)
