import { type App, startApp } from '../support/app-server'
import { Chat } from '../support/chat'
import { openLedger } from '../support/ledger-file'
import { expect, test } from '../support/test'

/** The built-in model at a pace at which an answer can be cut. */
const slow = { MNEME_OFFLINE_DELAY_MS: '250' }
const STORY = `Once a heron stood in a pond and waited. ${Array.from({ length: 40 }, (_, i) => `Then came day ${i + 1} of the wait.`).join(' ')}`

const apps: App[] = []
const start = async (options: Parameters<typeof startApp>[0]) => {
  const app = await startApp(options)
  apps.push(app)
  return app
}
test.afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.kill('SIGKILL')))
})

test('a server that dies in the middle of an answer: the turn is shown interrupted with its text, and Retry completes it', async ({ chat, page }) => {
  const first = await start({ env: slow })
  await chat.open(first.url)
  await chat.ask(STORY)
  await expect(chat.answer(1)).toContainText('Once a heron')
  await first.kill('SIGKILL')

  await start({ folder: first.folder, port: first.port })
  await expect(chat.turn(1)).toContainText('This answer was cut off when Mneme stopped.')
  await expect(chat.answer(1)).toContainText('Once a heron')
  await expect(chat.turn(1)).toContainText(STORY.slice(0, 60))
  await page.reload()
  await expect(chat.turn(1)).toContainText('This answer was cut off when Mneme stopped.')
  await chat.retry(1).click()
  await expect(chat.turn(1)).not.toContainText('This answer was cut off')
  await chat.settled(1)
  await expect(chat.answer(1)).toContainText('Noted:')
  const ledger = openLedger(`${first.folder}/mneme.db`)
  expect(ledger.turns(chat.conversationId())).toMatchObject([{ status: 'completed', attempt: 2, userText: STORY }])
  ledger.close()
})

test('a server asked to end does so within 3 s and leaves the turn interrupted', async ({ chat }) => {
  const app = await start({ env: slow })
  await chat.open(app.url)
  await chat.ask(STORY)
  await expect(chat.answer(1)).toContainText('Once a heron')
  const asked = Date.now()
  await app.kill('SIGTERM')
  expect(Date.now() - asked).toBeLessThan(3_000)
  const ledger = openLedger(`${app.folder}/mneme.db`)
  const [turn] = ledger.turns(chat.conversationId())
  expect(turn?.status).toBe('interrupted')
  expect(turn?.answer).toContain('Once a heron')
  ledger.close()
})

test('two processes on one database: the second follows, queues behind and stops a turn that the first runs', async ({ chat, context }) => {
  const first = await start({ env: slow })
  const second = await start({ folder: first.folder, env: slow })
  await chat.open(first.url)
  await chat.ask(STORY)
  await expect(chat.answer(1)).toContainText('Once a heron')

  const other = new Chat(await context.newPage())
  await other.open(`${second.url}/c/${chat.conversationId()}`)
  await expect(other.answer(1)).toContainText('Once a heron')
  await expect(other.answer(1)).toContainText('day 2 of')
  await other.ask('And this comes after.')
  await expect(other.queue).toContainText('1 message waiting')
  await other.stop.click()
  await expect(other.turn(1)).toContainText('You stopped this answer.')
  await expect(chat.turn(1)).toContainText('You stopped this answer.')
  await expect(other.answer(1)).toContainText('Once a heron')
  await expect(other.queue).toContainText('The queue is paused')
  await other.queue.getByRole('button', { name: 'Send now' }).click()
  await expect(other.answer(2)).toContainText('Noted')
  await other.settled(2)
  await expect(chat.answer(2)).toContainText('Noted')
})
