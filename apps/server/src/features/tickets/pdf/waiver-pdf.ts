import { buffer } from 'node:stream/consumers'
import {
  formatInstantDate,
  formatTime,
  knownZone,
  maskEmail,
  SIGNATURE_BOX,
  zoneName,
} from '@foyer/domain'
import PDFDocument from 'pdfkit'
import type { SignatureRow } from '../../../engine/waivers/participants.ts'
import type { Tenant } from '../../../tenant-registry.ts'
import { columnOf } from './column.ts'
import { ACCESSIBLE, PAPERS, paperOf } from './tickets-pdf.ts'
import type { TextStyle } from './typeset.ts'

/** A signed waiver, with the text in the version that was signed. */
export interface WaiverDocument {
  tenant: Tenant
  orderNumber: string
  eventName: string
  /** The venue's zone. */
  timeZone: string | null
  /** Whose ticket it is for, in words. */
  ticket: string
  text: string
  signed: SignatureRow
  /** Whether the reader has only the link of the order; then the address is masked, and no signature shown. */
  isByLinkAlone: boolean
}

const TITLE: TextStyle = { face: 'display', size: 22, leading: 1.2 }
const BODY: TextStyle = { face: 'text', size: 10.5, leading: 1.45 }
const LABEL: TextStyle = { face: 'text', size: 9, leading: 1.5, colour: '#5a5a5a' }
const VALUE: TextStyle = { face: 'strong', size: 11.5, leading: 1.35 }
const WRITTEN: TextStyle = { face: 'display', size: 24, leading: 1.3 }
const SIGNATURE_WIDTH = 240
const NOT_SHOWN = 'Not shown to a reader who has only the link of the order.'

/** Makes a tagged PDF of what a participant signed: the text, the names, the signature, time and hash. */
export async function waiverPdf(waiver: WaiverDocument): Promise<Buffer> {
  const { tenant, orderNumber, eventName, ticket, signed, isByLinkAlone } = waiver
  const doc = new PDFDocument({
    size: PAPERS[paperOf(tenant.locale)],
    margin: 0,
    pdfVersion: '1.7',
    ...ACCESSIBLE,
    lang: tenant.locale,
    displayTitle: true,
    info: {
      Title: `Waiver for ${eventName}, ${signed.participant_name}`,
      Author: tenant.name,
      Subject: 'Waiver',
      CreationDate: signed.signed_at,
    },
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  const column = columnOf(doc, root)

  column.text('P', tenant.name, VALUE, 18)
  column.text('H1', `Waiver for ${eventName}`, TITLE, 4)
  column.text('P', `Order ${orderNumber}, ${ticket}`, LABEL, 18)
  for (const paragraph of waiver.text.split(/\n\s*\n/)) {
    const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
    for (const line of lines) column.text('P', line, BODY, 0)
    column.space(8)
  }
  column.space(12)
  const zone = knownZone(waiver.timeZone)
  const at = signed.signed_at.toISOString()
  const facts = [
    ['Participant', signed.participant_name],
    ['Signed by the parent or guardian', signed.guardian_name],
    ['E-mail', isByLinkAlone ? maskEmail(signed.email) : signed.email],
    ['Agreed to', 'The terms of this waiver, and the risks that it describes'],
    [
      'Signed on',
      `${formatInstantDate(at, zone, tenant.locale)}, ${formatTime(at, zone, tenant.locale)}, ${zoneName(at, zone, tenant.locale)} (${at})`,
    ],
    ['Version of the text', String(signed.text_version)],
    ['SHA-256 of text, names, signature and time', signed.sha256],
  ] as const
  for (const [label, value] of facts) {
    if (value === null) continue
    column.text('P', label, LABEL, 0)
    column.text('P', value, VALUE, 6)
  }
  column.space(8)
  column.text('P', 'Signature', LABEL, 2)
  if (isByLinkAlone) column.text('P', NOT_SHOWN, BODY, 0)
  else if (signed.signature_kind === 'typed') column.text('P', signed.signature, WRITTEN, 0)
  else column.drawing(drawSignature(signed.signature))
  root.end()
  doc.end()
  return buffer(doc)
}

/** The strokes of a signature, dark on the paper. */
const drawSignature = (path: string) => ({
  alt: 'The drawn signature',
  width: SIGNATURE_WIDTH,
  box: SIGNATURE_BOX,
  draw: (doc: PDFKit.PDFDocument) =>
    doc.lineWidth(4).lineCap('round').lineJoin('round').path(path).stroke('black'),
})
