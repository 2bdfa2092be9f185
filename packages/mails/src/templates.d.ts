import type { RenderMail } from './mail.ts'

/** Written by hand: Node's checker reads no TSX, and the server needs to know no more. */
export declare const renderMail: RenderMail
