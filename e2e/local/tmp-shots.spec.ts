import { expect, test } from '../support/test'

const DIR = '/tmp/shots-usage'
test('shots', async ({ chat, page }) => {
  await chat.open()
  const talk = [
    'I am planning a garden by the sea with my sister Ana.',
    'Ana prefers roses and dislikes ivy.',
    'We have 4,000 euros for it.',
    'What did Ana say about plants?',
    'Write a plan to plan.md please.',
    'How much money do we have?',
  ]
  for (const [i, text] of talk.entries()) await chat.askAndWait(text, i + 1)
  const a = chat.conversationId()
  await chat.startAnother()
  for (const [i, text] of talk.slice(0, 3).entries())
    await chat.askAndWait(text.replace('garden', 'boat trip'), i + 1)
  const b = chat.conversationId()
  await page.goto('/settings#budget')
  const tokens = page.getByRole('textbox', { name: 'Tokens per month' })
  await tokens.fill(process.env.BUDGET ?? '60')
  await tokens.press('Enter')
  await expect(page.getByRole('button', { name: 'Reset Tokens per month' })).toBeVisible()
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: width === 390 ? 3600 : 2600 })
      for (const [name, url] of [
        ['all', '/usage'],
        ['one', `/usage?conversation=${a}`],
        ['compare', `/usage?compare=${a},${b}`],
      ] as const) {
        await page.goto(url)
        await expect(page.getByRole('figure', { name: 'Tokens per turn' }).first()).toBeVisible()
        await page.waitForTimeout(900)
        await page.screenshot({ path: `${DIR}/${name}-${width}-${scheme}.png` })
      }
      if (scheme === 'light') {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/settings#budget')
        await page.waitForTimeout(500)
        await page.screenshot({ path: `${DIR}/settings-${width}.png` })
      }
    }
})
