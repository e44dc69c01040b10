import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type App, startApp } from '../support/app-server'
import { expect, test } from '../support/test'

let app: App
test.beforeAll(async () => {
  app = await startApp({ env: { ENABLE_PROMPT_LOGGING: 'true', MNEME_UNDO_SECONDS: '3' } })
})
test.afterAll(async () => {
  await app?.kill('SIGTERM')
})

test('with prompt logging a turn is in a file of the data directory until it is forgotten', async ({
  chat,
  page,
}) => {
  const folder = path.join(app.folder, 'logs', 'prompts')
  const files = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [])
  await chat.open(app.url)
  await chat.askAndWait('Please remember the blue door.', 1)
  await expect.poll(files).toHaveLength(1)
  const trace = JSON.parse(readFileSync(path.join(folder, files()[0] ?? ''), 'utf8'))
  expect(trace).toMatchObject({ message: 'Please remember the blue door.', total_steps: expect.any(Number) })
  expect(trace.prompts.length).toBeGreaterThan(0)
  await chat.turn(1).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
  await expect.poll(files).toEqual([])
})
