import type { Page } from '@playwright/test'
import { pngOf } from '@/lib/shared/testing-images'

export const waitingImages = (page: Page) =>
  page.getByRole('list', { name: 'Files to send' }).getByRole('img')

/** A PNG with a name, as a person has it on the clipboard or picks it. */
export const png = (name: string, colour = 0x80) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pngOf(320, 240, { colour })),
})

/** Pastes a file into the message box. */
export async function paste(page: Page, { name, mimeType, buffer }: ReturnType<typeof png>) {
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/files') && response.ok())
  const file = { name, mimeType, base64: buffer.toString('base64') }
  await page.getByRole('textbox', { name: 'Message', exact: true }).evaluate((box, given) => {
    const bytes = Uint8Array.from(atob(given.base64), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], given.name, { type: given.mimeType }))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, file)
  await stored
}

export const pick = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(files)
