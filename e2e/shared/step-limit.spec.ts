import { expectAccessible } from '../support/axe'
import { playing } from '../support/dialogue'
import { serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { expect, test } from '../support/test'
import { openDetails } from '../support/usage'

/** The default of “Steps”. */
const STEPS = 10

test('Usage says how many turns reached the step limit, and when to change it', async ({ chat, page }) => {
  const look = { text: '', calls: [{ name: 'list_files', args: {} }] }
  const answer = (question: string, step: number) =>
    question.startsWith('Compare') && step < STEPS - 1 ? look : { text: 'An answer.' }
  const server = await serveOpenAi({ model: playing({ answer }) })
  await connect(page, server)
  await chat.askAndWait('/reflect Why do I sail?', 1)
  const conversation = chat.conversationId()
  const usage = `/usage?conversation=${conversation}`
  await page.goto(usage)
  await openDetails(page)
  await expect(page.getByText('None reached the step limit.')).toBeVisible()

  await page.goto(`/c/${conversation}`)
  await chat.askAndWait('Compare my two boats over the last three years, step by step.', 2)
  await page.goto(usage)
  await openDetails(page)
  const words = page.getByText(/1 of them reached the step limit\. Raise “Steps” in Settings if/)
  await expect(words).toContainText('2 of 2 messages thought in rounds')
  await expectAccessible(page)
  await server.close()
})
