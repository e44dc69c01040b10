import { expect, type Page } from '@playwright/test'
import { formatIn } from '@/components/ui/words/format'
import { numberIn, readTable } from './table'

const format = formatIn('en')
const HEADLINE = /memory (saved|used) ([\d,.]+[KM]?) tokens/i

export const figure = (page: Page, name: string) => page.getByRole('figure', { name })
const PROOF = /message ([\d,]+) of .* used ([\d,]+) tokens.* without memory, ([\d,]+)\.$/
/** Tokens of the message that the page gives as an example, as it writes them. */
export async function proofOf(page: Page) {
  const text = (await page.getByText(/^For example, message/).textContent()) ?? ''
  const [, number = '', withMemory = '', plainChat = ''] = PROOF.exec(text) ?? []
  return { number, withMemory, plainChat }
}
/** Opens what the page keeps closed. */
export const openDetails = (page: Page) => page.getByText('Details', { exact: true }).click()
export const tableOf = (page: Page, name: string) => readTable(page.getByRole('table', { name }))
const last = async (page: Page, name: string) => (await tableOf(page, name)).at(-1)
/** With its sign. */
const signed = (text: string | undefined) => (/^[-−]/.test(text ?? '') ? -1 : 1) * numberIn(text)

/** Expects the headline, its example, the chart, the bars and the details to say the same. @returns the tokens saved. */
export async function expectAgreement(page: Page): Promise<number> {
  const turns = await last(page, 'By message')
  const saved = signed(turns?.Saved)
  const [withMemory, plainChat] = [numberIn(turns?.['With memory']), numberIn(turns?.['Plain chat'])]
  expect(plainChat - withMemory).toBe(saved)
  const proof = await proofOf(page)
  const rows = await tableOf(page, 'By message')
  const own = rows.filter(({ Messages = '' }) => Messages.split(',')[0] === `Message ${proof.number}`)
  // Over several conversations, rows have no numbers.
  if (rows[0]?.Messages?.startsWith('Message'))
    expect(own.map((row) => [row['With memory'], row['Plain chat']])).toContainEqual([
      proof.withMemory,
      proof.plainChat,
    ])
  const ways = await tableOf(page, 'The same calls in other ways')
  expect([ways[0]?.Tokens, ways[1]?.Tokens, ways[1]?.['Saved by memory']].map(signed)).toEqual([
    withMemory,
    plainChat,
    saved,
  ])
  const [, verb, size] = HEADLINE.exec((await page.getByText(HEADLINE).first().textContent()) ?? '') ?? []
  expect([verb, size]).toEqual([saved > 0 ? 'saved' : 'used', format.tokens(Math.abs(saved))])
  const chart = figure(page, 'With and without memory').locator('figcaption')
  const isLine = rows.length > 5
  await expect(chart).toHaveCount(isLine ? 1 : 0)
  if (isLine) {
    await expect(chart).toContainText(`Without memory ${format.tokens(plainChat)}`)
    await expect(chart).toContainText(`With memory ${format.tokens(withMemory)}`)
  }
  const bars = figure(page, 'Saving per conversation').locator('[data-saved]')
  const parts = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('data-saved'))))
  if (parts.length > 0) expect(parts.reduce((sum, part) => sum + part, 0)).toBe(saved)
  return saved
}
