import { open, reload } from '../support/open.ts'
import { expect, test } from '../support/test.ts'
import { rememberTheme } from '../support/theme.ts'

test('the theme is dark until light is chosen, and the choice lasts', async ({ page }) => {
  const root = page.locator('html')
  await open(page, '/')
  await expect(root).toHaveClass('dark')

  const menu = page.getByRole('button', { name: 'Theme' })
  await menu.focus()
  await page.keyboard.press('Enter')
  const light = page.getByRole('menuitemradio', { name: 'Light' })
  const dark = page.getByRole('menuitemradio', { name: 'Dark' })
  await expect(dark).toBeChecked()
  await expect(light).not.toBeChecked()
  // The browser reports the open menu in a later task, and only then the focus moves.
  await expect(dark).toBeFocused()
  await page.keyboard.press('Home')
  await expect(light).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(root).toHaveClass('light')
  await expect(menu).toBeFocused()

  await reload(page)
  await expect(root).toHaveClass('light')
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
})

test('System follows the device, also when the device changes @night', async ({ page }) => {
  const root = page.locator('html')
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/')
  await expect(root).toHaveClass('dark')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect(root).toHaveClass('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveClass('dark')

  await page.emulateMedia({ colorScheme: 'light' })
  await reload(page)
  await expect(root).toHaveClass('light')
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
})

for (const theme of ['dark', 'light'] as const) {
  test(`a page is ${theme} from its very first frame @night`, async ({ page, context }) => {
    await rememberTheme(context, theme)
    // Recorded before each frame is painted, starting before the page's own scripts run.
    await page.addInitScript(() => {
      const frames: string[] = []
      Object.assign(window, { frames_seen: frames })
      const look = () => {
        if (document.body) frames.push(document.documentElement.className)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    for (const path of ['/', '/harbor/', '/manage-order']) {
      await open(page, path)
      await page.waitForLoadState('load')
      const seen = await page.evaluate(() => Reflect.get(window, 'frames_seen'))
      expect(new Set(seen), path).toEqual(new Set([theme]))
    }
  })
}

test('a theme chosen in one tab is adopted by another @night', async ({ page, context }) => {
  const other = await context.newPage()
  await Promise.all([open(page, '/'), open(other, '/manage-order')])
  await page.bringToFront()
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(other.locator('html')).toHaveClass('light')
})

test('the small window has its links in a menu that closes when one is chosen @phone', async ({
  page,
}) => {
  await open(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  // It slides in from the right until its right edge is at the window's.
  const width = page.viewportSize()?.width ?? 0
  await expect
    .poll(async () => {
      const box = await menu.boundingBox()
      return box && [Math.round(box.x + box.width), box.x > 0]
    })
    .toEqual([width, true])
  await expect(menu.getByRole('link', { name: 'Events' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Manage Orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Orders' })).toBeVisible()
  await expect(menu).toBeHidden()

  await page.getByRole('button', { name: 'Menu' }).click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
})
