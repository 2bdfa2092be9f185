import { DONE_MESSAGE } from './three-ds-message.ts'

// The message says that something happened, not what: the shop asks the API for that.
if (window.parent !== window) window.parent.postMessage({ type: DONE_MESSAGE }, '*')
