import { madeUpName } from '../support/names'
import { expect, test } from '../support/test'
import { chatGptConversation, Transfer } from '../support/transfer'

const JSON_TEXT = JSON.stringify(
  Array.from({ length: 1_600 }, (_, id) => ({ id, name: 'Ada', tags: ['a_b', 'c*d'] })),
)
const CODE = 'const total = a + b\n'.repeat(5_000)
const ANSWERS: [question: string, answer: string, shown: string][] = [
  ['deep quotes', '>'.repeat(2_001), 'nested more than 32 levels deep'],
  ['deep lists', '- '.repeat(1_501), 'nested more than 32 levels deep'],
  ['brackets', '['.repeat(50_000), 'too long to format'],
  ['open emphasis', '*a_'.repeat(13_334), 'too long to format'],
  ['minified JSON', JSON_TEXT, 'too long to format'],
  ['long code', `Here:\n\n\`\`\`ts\n${CODE}\`\`\`\n\nThat is **all**.`, 'That is all.'],
]

test('answers too complex to format are shown as plain text with the reason', async ({ chat, page }) => {
  const transfer = new Transfer(page)
  const marker = madeUpName()
  await transfer.open()
  await transfer.choose(
    'long.json',
    JSON.stringify(
      ANSWERS.map(([question, answer]) =>
        chatGptConversation(madeUpName(), `${marker} ${question}`, [
          ['user', question],
          ['assistant', answer],
        ]),
      ),
    ),
  )
  await expect(transfer.item('long.json')).toContainText('Added 6 conversations with 6 messages.')
  for (const [question, answer, shown] of ANSWERS) {
    // The list begins with the conversations of all tests.
    await page.getByRole('searchbox', { name: 'Filter conversations' }).fill(`${marker} ${question}`)
    await chat.row(`${marker} ${question}`).click()
    await expect(page.getByRole('heading', { level: 1, name: `${marker} ${question}` })).toBeVisible()
    const response = await page.reload()
    expect(response?.status(), question).toBe(200)
    await expect(chat.answer(1)).toContainText(shown)
    if (question !== 'long code') {
      await expect(
        chat
          .answer(1)
          .locator('p')
          .filter({ hasText: answer.slice(0, 1_000) })
          .first(),
        question,
      ).toBeVisible()
    }
  }
  await expect(chat.answer(1).getByText('all', { exact: true })).toHaveJSProperty('tagName', 'STRONG')
})
