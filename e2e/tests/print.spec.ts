import { open } from '../support/open.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

test('tickets print one per page, in black on white, without header and footer', async ({
  page,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 3))
  await open(page, `/order-tickets/${orderId}`)
  await expect(page.getByRole('img', { name: /^QR code/ })).toHaveCount(3)
  const codes = await world.sql<{ validation_code: string }>(
    'select validation_code from tickets where order_id = $1',
    [orderId],
  )

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  for (const { validation_code: code } of codes) await expect(page.getByText(code)).toBeVisible()
  const colours = () =>
    page.getByText(codes[0]?.validation_code ?? '').evaluate((element) => ({
      ink: getComputedStyle(element).color,
      paper: getComputedStyle(document.body).backgroundColor,
    }))
  await expect.poll(colours).toEqual({ ink: 'rgb(0, 0, 0)', paper: 'rgb(255, 255, 255)' })

  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(3)
})
