import type { RenderMail } from './mail.ts'
import type { RenderStaffMail } from './staff-mail.ts'

/** Written by hand, because Node's type check reads no TSX. The server needs only these functions. */
export declare const renderMail: RenderMail
export declare const renderStaffMail: RenderStaffMail
