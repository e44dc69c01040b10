import type { Page } from '@playwright/test'
import { payloads } from '@/components/ui/markdown/testing-payloads'
import { asksFor, playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'

/** Records scripts that ran and resources that the content security policy blocked. */
async function setTraps(page: Page) {
  await page.addInitScript(() => {
    const traps = window as unknown as { ran: string[]; blocked: string[] }
    traps.ran = []
    traps.blocked = []
    window.alert = (text?: unknown) => void traps.ran.push(`alert ${text}`)
    addEventListener('securitypolicyviolation', (event) =>
      traps.blocked.push(`${event.effectiveDirective} ${event.blockedURI}`),
    )
  })
  return () =>
    page.evaluate(() => ({
      ran: (window as unknown as { ran: string[] }).ran,
      blocked: (window as unknown as { blocked: string[] }).blocked,
    }))
}

test('an answer full of hostile Markdown loads nothing and runs nothing, without relying on the CSP', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const half = Math.ceil(payloads.length / 2)
  const halves = [payloads.slice(0, half), payloads.slice(half)].map((some) => some.join('\n\n'))
  const server = await serveOpenAi({
    model: playing({
      think: () => ({
        text: payloads.slice(0, 40).join('\n\n'),
        calls: [{ name: 'continue_thinking', args: { continueThinking: false, reason: payloads[1] } }],
      }),
      answer: (question) => ({
        text: (halves[question === 'First half.' ? 0 : 1] ?? '').match(/[\s\S]{1,400}/g) ?? [],
      }),
    }),
  })
  const trapped = await setTraps(page)
  await connect(page, server)
  await chat.askAndWait('First half.', 1)
  await chat.expandThinking(1)
  await chat.askAndWait('Second half.', 2)
  expect(server.requests.filter(asksFor('act'))).toHaveLength(2)

  const answers = page.getByRole('article', { name: 'Answer' })
  await expect(answers.nth(1)).toContainText('Image not shown')
  expect(
    await answers
      .locator(
        'script, img, iframe, object, embed, form, input, style, link, meta, base, video, audio, svg[onload]',
      )
      .count(),
  ).toBe(0)
  const hrefs = await answers
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.filter((href) => !/^(https?:\/\/|mailto:|\/c\/)/.test(href))).toEqual([])
  for (const link of await answers.locator('a[href^="http"]').all())
    await link.hover({ trial: true, force: true })
  await page.reload()
  await chat.settled(2)
  expect(await trapped()).toEqual({ ran: [], blocked: [] })
  await server.close()
})

test('negative control: the traps detect a page that trusts such text', async ({ page, faults }) => {
  const trapped = await setTraps(page)
  await page.goto('/')
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="http://127.0.0.1:9/p.png"><img src=x onerror=alert(1)>',
    )
  })
  await expect.poll(async () => (await trapped()).blocked.length).toBeGreaterThan(1)
  faults.length = 0
})
