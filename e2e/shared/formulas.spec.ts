import { expectAccessible } from '../support/axe'
import { playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { Speech } from '../support/speech'
import { expect, test } from '../support/test'

test('formulas are typeset while they stream, with our own fonts, and prices stay prices', async ({
  chat,
  page,
}) => {
  const answer = new Speech()
  const server = await serveOpenAi({
    model: playing({
      answer: (question) => ({ text: question === 'How much?' ? 'It costs $5 and $10.' : answer }),
    }),
  })
  await connect(page, server)
  const fonts: string[] = []
  page.on('response', (response) => {
    if (/KaTeX/i.test(response.url())) fonts.push(`${response.status()} ${new URL(response.url()).origin}`)
  })
  await chat.askAndWait('How much?', 1)
  await expect(chat.answer(1)).toHaveText('It costs $5 and $10.')
  expect(fonts).toEqual([])

  await chat.ask('Show me a sum.')
  const formulas = chat.answer(2).locator('.katex')
  answer.say(String.raw`Inline \(a\,b_1\) and `, String.raw`then $\frac{1}{2}$, `)
  await expect(formulas).toHaveCount(2)
  answer.say('so:\n\n$$\n\\sum_{i=1}^n i\n')
  await expect(formulas).toHaveCount(3)
  answer.say('$$\n\nand not \\(\\nothing{x_1}\\).').end()
  await chat.settled(2)
  await expect(chat.answer(2).getByText(String.raw`\nothing{x_1}`)).toBeVisible()
  await expect(chat.answer(2).locator('annotation')).toHaveText([
    String.raw`a\,b_1`,
    String.raw`\frac{1}{2}`,
    String.raw`\sum_{i=1}^n i`,
  ])
  await expect.poll(() => new Set(fonts)).toEqual(new Set([`200 ${new URL(page.url()).origin}`]))
  await expectAccessible(page)
  await page.reload()
  await expect(formulas).toHaveCount(3)
  await server.close()
})
