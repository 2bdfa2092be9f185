import { Notice } from '@foyer/ui'

/** Says that the page is a demonstration, so that nobody takes it for a purchase. */
export const DemoNotice = () => (
  <Notice title="This is a demonstration">
    Nothing is sold here, and nothing you type is sent anywhere.
  </Notice>
)
