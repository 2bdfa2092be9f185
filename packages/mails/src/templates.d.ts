import type { RenderMail } from './mail.ts'

/** Written by hand, because Node's type check reads no TSX. The server needs only this function. */
export declare const renderMail: RenderMail
