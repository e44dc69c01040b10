import type { Page } from '@playwright/test'
import { Chat } from '../support/chat'
import { playing } from '../support/dialogue'
import { openLedger } from '../support/ledger-file'
import { type OpenAiServer, serveOpenAi } from '../support/openai-server'
import { connect } from '../support/provider'
import { SHARED_PORT } from '../support/servers'
import { Speech } from '../support/speech'
import { expect, test } from '../support/test'

const servers: OpenAiServer[] = []
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

/** Connects a model whose answer to each question is a separate speech that the test controls. */
async function connectSpeaker(page: Page) {
  const speeches = new Map<string, Speech>()
  const speech = (question: string) => {
    const known = speeches.get(question) ?? new Speech()
    speeches.set(question, known)
    return known
  }
  const server = await serveOpenAi({ model: playing({ answer: (question) => ({ text: speech(question) }) }) })
  servers.push(server)
  await connect(page, server)
  return { server, speech }
}

test('after a reload during an answer, the page shows the same text and follows it to the end', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const { speech } = await connectSpeaker(page)
  await chat.ask('Tell me a story.')
  speech('Tell me a story.').say('Once there was ', 'a lighthouse ')
  await expect(chat.answer(1)).toHaveText('Once there was a lighthouse')

  await page.reload()
  await expect(chat.answer(1)).toHaveText('Once there was a lighthouse')
  speech('Tell me a story.').say('on a hill.')
  await expect(chat.answer(1)).toHaveText('Once there was a lighthouse on a hill.')
  await expect(chat.stop).toBeVisible()
  speech('Tell me a story.').end()
  await chat.settled(1)

  const ledger = openLedger(SHARED_PORT)
  expect(ledger.turns(chat.conversationId()).map((turn) => turn.answer)).toEqual([
    'Once there was a lighthouse on a hill.',
  ])
  ledger.close()
  await page.reload()
  await expect(chat.answer(1)).toHaveText('Once there was a lighthouse on a hill.')
})

test('a second tab follows the same answer, and either tab can stop it', async ({ chat, page, context }) => {
  const { speech } = await connectSpeaker(page)
  await chat.ask('Count for me.')
  speech('Count for me.').say('one ', 'two ')
  await expect(chat.answer(1)).toHaveText('one two')

  const other = new Chat(await context.newPage())
  await other.open(page.url())
  await expect(other.answer(1)).toHaveText('one two')
  speech('Count for me.').say('three ')
  await expect(other.answer(1)).toHaveText('one two three')
  await expect(chat.answer(1)).toHaveText('one two three')

  await other.stop.click()
  await expect(other.turn(1)).toContainText('You stopped this answer.')
  await expect(chat.turn(1)).toContainText('You stopped this answer.')
  await expect(chat.answer(1)).toHaveText('one two three')
})

test('a turn continues after its tab is closed, and can be opened again', async ({ chat, page, context }) => {
  const { speech } = await connectSpeaker(page)
  await chat.ask('Go on alone.')
  speech('Go on alone.').say('I am ')
  await expect(chat.answer(1)).toHaveText('I am')
  const [address, conversation] = [page.url(), chat.conversationId()]
  await page.close()
  speech('Go on alone.').say('still here.').end()
  const ledger = openLedger(SHARED_PORT)
  await expect.poll(() => ledger.turns(conversation).map((turn) => turn.status)).toEqual(['completed'])
  ledger.close()

  const later = new Chat(await context.newPage())
  await later.open(address)
  await expect(later.answer(1)).toHaveText('I am still here.')
  await later.settled(1)
})

test('with seven conversations streaming at once, Stop still reaches the server', async ({ chat, page }) => {
  const { speech } = await connectSpeaker(page)
  const questions = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'].map(
    (word) => `The ${word} question.`,
  )
  for (const question of questions) {
    if (question !== questions[0]) await chat.startAnother()
    await chat.ask(question)
    speech(question).say(`Answering ${question.toLowerCase()} `)
    await expect(chat.answer(1)).toContainText(`Answering ${question.toLowerCase()}`)
  }
  await chat.stop.press('Enter')
  await expect(page.getByText('You stopped this answer.')).toBeVisible()

  await chat.row(/first question/i).click()
  await expect(chat.answer(1)).toContainText('Answering the first question.')
  speech('The first question.').say('And done.').end()
  await expect(chat.answer(1)).toContainText('And done.')
  await chat.settled(1)
})

test('Stop keeps the partial text', { tag: '@everyday' }, async ({ chat, page }) => {
  const { speech } = await connectSpeaker(page)
  // By the keyboard: right after a click on Send, one on Stop counts as a second click on it.
  await chat.message.fill('Say much.')
  await chat.message.press('Enter')
  speech('Say much.').say('This much ', 'was said')
  await expect(chat.answer(1)).toHaveText('This much was said')
  await chat.stop.click()
  await expect(chat.turn(1)).toContainText('You stopped this answer. What was written so far is kept.')
  await expect(chat.stop).toBeHidden()
  await page.reload()
  await expect(chat.answer(1)).toHaveText('This much was said')
  await expect(chat.retry(1)).toBeVisible()
})

test('messages sent during an answer are queued and can be edited or discarded; Stop pauses them', async ({
  chat,
  page,
}) => {
  const { speech } = await connectSpeaker(page)
  await chat.ask('A long one.')
  speech('A long one.').say('Speaking ')
  await expect(chat.answer(1)).toHaveText('Speaking')

  await chat.ask('Then this.')
  await chat.ask('Never this.')
  await expect(chat.queue).toContainText('2 messages queued')
  await expect(chat.queue.getByRole('listitem')).toHaveText(['Then this.', 'Never this.'])
  await chat.queue
    .getByRole('listitem')
    .filter({ hasText: 'Never this.' })
    .getByRole('button', { name: 'Discard queued message' })
    .click()
  await expect(chat.queue.getByRole('listitem')).toHaveText(['Then this.'])
  await chat.queue.getByRole('button', { name: 'Edit queued message' }).click()
  await chat.queue.getByRole('textbox', { name: 'Edit queued message' }).fill('Then that.')
  await chat.queue.getByRole('button', { name: 'Save' }).click()
  await expect(chat.queue.getByRole('listitem')).toHaveText(['Then that.'])

  await chat.stop.press('Enter')
  await expect(chat.queue).toContainText('The queue is paused')
  await page.reload()
  await expect(chat.queue).toContainText('The queue is paused')
  speech('Then that.').say('Here it is.').end()
  await chat.queue.getByRole('button', { name: 'Send now' }).click()
  await expect(chat.answer(2)).toHaveText('Here it is.')
  await chat.settled(2)
  await expect(chat.queue).toBeHidden()
})

test('a queued message runs automatically once the answer before it is complete', async ({ chat, page }) => {
  const { speech } = await connectSpeaker(page)
  await chat.ask('One.')
  speech('One.').say('First')
  await expect(chat.answer(1)).toHaveText('First')
  await chat.ask('Two.')
  await expect(chat.queue).toContainText('1 message queued')
  speech('Two.').say('Second').end()
  speech('One.').end()
  await expect(chat.answer(2)).toHaveText('Second')
  await chat.settled(2)
})

test('a lost connection is reported, and the answer resumes', async ({ chat, page, context }) => {
  const { speech } = await connectSpeaker(page)
  await chat.ask('Through the tunnel.')
  speech('Through the tunnel.').say('Before, ')
  await expect(chat.answer(1)).toHaveText('Before,')
  await page.reload()
  await expect(chat.answer(1)).toHaveText('Before,')
  await context.setOffline(true)
  speech('Through the tunnel.').say('during, ')
  await context.setOffline(false)
  speech('Through the tunnel.').say('after.').end()
  await expect(chat.answer(1)).toHaveText('Before, during, after.')
  await chat.settled(1)
})

test('text below the view is announced, then followed; scrolling up keeps the position; Escape stops the answer', async ({
  chat,
  page,
}) => {
  const { speech } = await connectSpeaker(page)
  await chat.ask('A long poem.')
  const lines = (from: number) => Array.from({ length: 80 }, (_, i) => `Line ${from + i}.\n\n`)
  speech('A long poem.').say(...lines(1))
  await expect(chat.answer(1)).toContainText('Line 80.')
  await expect(page.getByText('Line 1.', { exact: true })).toBeInViewport()
  await page.getByRole('button', { name: 'New text below' }).click()
  await expect(page.getByText('Line 80.', { exact: true })).toBeInViewport()
  speech('A long poem.').say('And one more.\n\n')
  await expect(page.getByText('And one more.', { exact: true })).toBeInViewport()
  const scroller = page.getByRole('region', { name: 'Conversation' })
  await scroller.hover()
  await page.mouse.wheel(0, -900)
  await expect(page.getByText('Line 80.', { exact: true })).not.toBeInViewport()
  const before = await scroller.evaluate((element) => element.scrollTop)
  speech('A long poem.').say(...lines(81))
  await expect(chat.answer(1)).toContainText('Line 160.')
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(before)
  await page.getByRole('button', { name: 'New text below' }).click()
  await expect(page.getByText('Line 160.', { exact: true })).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(chat.turn(1)).toContainText('You stopped this answer.')
})

test('Escape closes the inspector without stopping the answer, however the inspector was opened', async ({
  chat,
  page,
}) => {
  const { speech } = await connectSpeaker(page)
  await chat.ask('First.')
  speech('First.').say('One.').end()
  await chat.settled(1)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await chat.turn(1).getByRole('link', { name: 'Inspect message 1' }).click()
  await expect(inspector).toBeVisible()
  await page.reload()
  await expect(inspector).toBeVisible()
  await chat.message.fill('Second.')
  await chat.message.press('Enter')
  speech('Second.').say('Two, ')
  await expect(chat.answer(2)).toHaveText('Two,')
  await page.keyboard.press('Escape')
  await expect(inspector).toBeHidden()
  speech('Second.').say('and three.').end()
  await chat.settled(2)
  await expect(chat.answer(2)).toHaveText('Two, and three.')
})

test('an answer is rendered as Markdown with tables and code; it and the code can be copied', {
  tag: '@everyday',
}, async ({ chat, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { speech } = await connectSpeaker(page)
  await chat.ask('Show me.')
  const text = '| Bird | Legs |\n|---|---|\n| Heron | 2 |\n\n```ts\nconst legs = 2\n```'
  speech('Show me.').say(text.slice(0, 20), text.slice(20)).end()
  await chat.settled(1)
  await expect(chat.answer(1).getByRole('cell', { name: 'Heron' })).toBeVisible()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await chat.answer(1).getByRole('button', { name: /Copy/ }).click()
  await expect.poll(copied).toBe('const legs = 2')
  await chat.turn(1).getByRole('button', { name: 'Copy answer' }).click()
  await expect.poll(copied).toBe('Bird\tLegs\nHeron\t2\n\nconst legs = 2')
  await chat.turn(1).getByRole('button', { name: 'More for message 1' }).click()
  await page.getByRole('menuitem', { name: 'Copy Markdown' }).click()
  await expect.poll(copied).toBe(text)
})
