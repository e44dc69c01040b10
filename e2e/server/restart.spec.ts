import { type App, startApp } from '../support/app-server'
import { Chat } from '../support/chat'
import { playing } from '../support/dialogue'
import { openLedger } from '../support/ledger-file'
import { type OpenAiServer, serveOpenAi } from '../support/openai-server'
import { Speech } from '../support/speech'
import { expect, test } from '../support/test'

const apps: App[] = []
let server: OpenAiServer
/** What the model says, controlled by the test; replaced for each answer. */
let speech: Speech

const start = async (options: { folder?: string; port?: number } = {}) => {
  const app = await startApp({
    ...options,
    env: { OPENAI_BASE_URL: server.url, MNEME_FAST_MODEL: 'scripted' },
  })
  apps.push(app)
  return app
}
test.beforeEach(async () => {
  speech = new Speech()
  server = await serveOpenAi({ model: playing({ answer: () => ({ text: speech }) }) })
})
test.afterEach(async () => {
  await server.close()
  await Promise.all(apps.splice(0).map((app) => app.kill('SIGKILL')))
})

test('after the server is killed, the turn is shown as interrupted; Retry completes it', {
  tag: '@everyday',
}, async ({ chat, page }) => {
  const first = await start()
  await chat.open(first.url)
  await chat.ask('Where is the heron?')
  speech.say('In the pond, ')
  await expect(chat.answer(1)).toHaveText('In the pond,')
  const ledger = openLedger(`${first.folder}/mneme.db`)
  await expect.poll(() => ledger.log(chat.conversationId())).toContain('In the pond, ')
  await first.kill('SIGKILL')

  await start({ folder: first.folder, port: first.port })
  await expect(chat.turn(1)).toContainText('Mneme stopped during this answer.')
  await expect(chat.answer(1)).toHaveText('In the pond,')
  await page.reload()
  await expect(chat.turn(1)).toContainText('Where is the heron?')
  await expect(chat.answer(1)).toHaveText('In the pond,')
  speech = new Speech().say('In the pond, ', 'waiting.')
  speech.end()
  await chat.retry(1).click()
  await expect(chat.answer(1)).toHaveText('In the pond, waiting.')
  await chat.settled(1)
  await expect(chat.turn(1)).not.toContainText('Mneme stopped during this answer.')
  expect(ledger.turns(chat.conversationId())).toMatchObject([
    { status: 'completed', attempt: 2, userText: 'Where is the heron?', answer: 'In the pond, waiting.' },
  ])
  ledger.close()
})

test('on SIGTERM the server exits without waiting and marks the turn as interrupted', async ({ chat }) => {
  const app = await start()
  await chat.open(app.url)
  await chat.ask('Where is the heron?')
  speech.say('In the pond, ')
  await expect(chat.answer(1)).toHaveText('In the pond,')
  expect(await app.kill('SIGTERM')).toBe(0)
  const ledger = openLedger(`${app.folder}/mneme.db`)
  expect(ledger.turns(chat.conversationId())).toMatchObject([
    { status: 'interrupted', answer: 'In the pond,' },
  ])
  ledger.close()
})

test('a second process on the same database can follow a turn, queue behind it and stop it', async ({
  chat,
  context,
}) => {
  const first = await start()
  const second = await start({ folder: first.folder })
  await chat.open(first.url)
  await chat.ask('Where is the heron?')
  speech.say('In the pond, ')
  await expect(chat.answer(1)).toHaveText('In the pond,')

  const other = new Chat(await context.newPage())
  await other.open(`${second.url}/c/${chat.conversationId()}`)
  await expect(other.answer(1)).toHaveText('In the pond,')
  speech.say('on one leg, ')
  await expect(other.answer(1)).toHaveText('In the pond, on one leg,')
  await other.ask('And the frog?')
  await expect(other.queue).toContainText('1 message queued')

  await other.stop.press('Enter')
  await expect(other.turn(1)).toContainText('You stopped this answer.')
  await expect(chat.turn(1)).toContainText('You stopped this answer.')
  await expect(chat.answer(1)).toHaveText('In the pond, on one leg,')
  await expect(other.queue).toContainText('The queue is paused')
  speech = new Speech().say('It left.')
  speech.end()
  await other.queue.getByRole('button', { name: 'Send now' }).click()
  await expect(other.answer(2)).toHaveText('It left.')
  await other.settled(2)
  await expect(chat.answer(2)).toHaveText('It left.')
})
