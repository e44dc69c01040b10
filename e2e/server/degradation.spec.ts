import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { type App, startApp } from '../support/app-server'
import { expectAccessible } from '../support/axe'
import { enough, playing } from '../support/dialogue'
import { bagOfWords } from '../support/embedding'
import { openLedger } from '../support/ledger-file'
import { madeUpName } from '../support/names'
import { serveOpenAi } from '../support/openai-server'
import { DATA } from '../support/servers'
import { expect, test } from '../support/test'

const apps: App[] = []
const start = async (options: Parameters<typeof startApp>[0]) => {
  const app = await startApp(options)
  apps.push(app)
  return app
}
test.afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.kill('SIGKILL')))
})

const NOTHING_KEPT = 'Nothing is being saved. Everything here will be lost when Mneme stops.'
const PAGES = ['/', '/memory', '/facts', '/search', '/usage', '/import', '/settings', '/no-such-page']
/** A folder that cannot be made, for root either: a file is in its place. */
function noPlace() {
  const file = path.join(mkdtempSync(path.join(DATA, 'no-place-')), 'data')
  writeFileSync(file, 'a file')
  return { file, env: { MNEME_DATA_DIR: file, DATABASE_URL: `file:${file}/mneme.db` } }
}

test('if the database cannot be created, the start fails with its path and the reason', async () => {
  const { file, env } = noPlace()
  const said = await start({ env }).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  expect(said).toContain('the app ended with 1')
  expect(said).toContain(
    `Mneme cannot start: The database ${file}/mneme.db cannot be created: ${file} is a file, not a folder. Name a place`,
  )
})

test('MNEME_ALLOW_MEMORY starts all the same, answers, and says on every page that nothing is kept', async ({
  chat,
  page,
}) => {
  const { file, env } = noPlace()
  const app = await start({ env: { ...env, MNEME_ALLOW_MEMORY: '1' } })
  await chat.open(app.url)
  await chat.askAndWait('Please remember the blue door.', 1)
  await expect(page.getByRole('status').filter({ hasText: NOTHING_KEPT })).toContainText(
    `${file} is a file, not a folder.`,
  )
  await expectAccessible(page)
  for (const place of PAGES) {
    await page.goto(`${app.url}${place}`)
    await expect(page.getByText(NOTHING_KEPT)).toBeVisible()
  }
  expect(readFileSync(file, 'utf8')).toBe('a file')
  await app.kill('SIGTERM')
  const shared = await start({
    env: { ...env, MNEME_ALLOW_MEMORY: '1', MNEME_ACCESS_TOKEN: 'a-token-for-one' },
  })
  await page.goto(`${shared.url}/access`)
  await expect(page.getByText(NOTHING_KEPT)).toBeVisible()
  await expect(page.getByText(file)).toBeHidden()
})

test('with a place for the database MNEME_ALLOW_MEMORY changes nothing', async ({ chat, page }) => {
  const app = await start({ env: { MNEME_ALLOW_MEMORY: '1' } })
  await chat.open(app.url)
  await expect(page.getByText(NOTHING_KEPT)).toBeHidden()
  expect(existsSync(`${app.folder}/mneme.db`)).toBe(true)
})

const bytesHold = (file: string, text: string) =>
  [file, `${file}-wal`].some((name) => existsSync(name) && readFileSync(name).includes(text))
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'The database was damaged.' })

test('a damaged database is restored from the backup, forgets again, and the person is told once', async ({
  chat,
  page,
}) => {
  const [secret, kept, late] = [madeUpName(), madeUpName(), madeUpName()]
  const first = await start({})
  const { folder, port } = first
  const file = path.join(folder, 'mneme.db')
  await chat.open(first.url)
  await chat.askAndWait(`My locker is called ${secret}.`, 1)
  await chat.askAndWait(`My ladder is called ${kept}.`, 2)
  await first.kill('SIGTERM')
  const second = await start({ folder, port, env: { MNEME_UNDO_SECONDS: '1' } })
  const copies = readdirSync(path.join(folder, 'backups')).filter((name) => name.endsWith('-daily.db'))
  expect(copies).toHaveLength(1)
  await page.reload()
  await page.getByRole('button', { name: 'More for message 1' }).click()
  await page.getByRole('menuitem', { name: 'Forget this message…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Forget', exact: true }).click()
  await expect(chat.turn(1)).toContainText('Message 1 was forgotten.')
  await chat.askAndWait(`My lantern is called ${late}.`, 3)
  await expect.poll(() => bytesHold(file, secret)).toBe(false)
  // Killed hard, it would leave a log that can hold the pages that are damaged here.
  await second.kill('SIGTERM')
  expect(bytesHold(path.join(folder, 'backups', copies[0] ?? ''), secret)).toBe(true)
  writeFileSync(file, 'not a page of a database '.repeat(400), { flag: 'r+' })

  const third = await start({ folder, port })
  expect(bytesHold(file, secret)).toBe(false)
  expect(bytesHold(file, kept)).toBe(true)
  await page.goto(third.url)
  await expect(notice(page)).toContainText(/restored from the backup of .+ Anything after/)
  await expect(notice(page)).toContainText('-damaged.sqlite')
  await expectAccessible(page)
  await chat.conversations
    .getByRole('link', { name: /locker|ladder|Untitled/i })
    .first()
    .click()
  await expect(chat.turn(2)).toContainText(kept)
  await expect(page.getByRole('main')).not.toContainText(secret)
  await expect(page.getByRole('main')).not.toContainText(late)
  await notice(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice(page)).toBeHidden()
  await expect
    .poll(() => readFileSync(path.join(folder, 'backups', 'restored.json'), 'utf8'))
    .toContain('"dismissed":["local"]')
  await page.reload()
  await expect(chat.turn(2)).toContainText(kept)
  await expect(notice(page)).toBeHidden()
})

test('a damaged database without a backup begins empty, and the person is told', async ({ chat, page }) => {
  const folder = mkdtempSync(path.join(DATA, 'app-'))
  writeFileSync(path.join(folder, 'mneme.db'), 'This is not a database. '.repeat(400))
  const app = await start({ folder })
  await chat.open(app.url)
  await expect(notice(page)).toContainText(
    'There was no usable backup, so Mneme started with an empty memory.',
  )
  await chat.askAndWait('Please remember the blue door.', 1)
})

const vectorsOf = (file: string, model: string) => {
  const db = new Database(file, { readonly: true })
  try {
    return db.prepare(`SELECT count(*) FROM "Embedding" WHERE "model" LIKE ?`).pluck().get(`%${model}%`)
  } finally {
    db.close()
  }
}

test('with another embedding model recall is shown as lexical until memory is embedded again', async ({
  chat,
  page,
}) => {
  let busy = true
  const server = await serveOpenAi({
    model: playing({
      think: (question, round) =>
        question.startsWith('Which') && round === 1
          ? { text: 'I look it up.', calls: [{ name: 'recall_context', args: { keywords: ['vessel'] } }] }
          : enough,
      answer: () => ({ text: 'I see.' }),
    }),
    // A question is one short text; memory is embedded while the service is not busy.
    embed: (texts, model) =>
      busy && model === 'bag-2' && !(texts.length === 1 && texts[0] === 'vessel')
        ? { status: 400, message: 'busy' }
        : bagOfWords(texts, model),
  })
  const env = { OPENAI_BASE_URL: server.url, MNEME_FAST_MODEL: 'scripted', MNEME_THINKING: 'standard' }
  const first = await start({ env: { ...env, MNEME_EMBEDDING_MODEL: 'bag-1' } })
  const file = path.join(first.folder, 'mneme.db')
  await chat.open(first.url)
  await chat.askAndWait('We sold our crimson sloop.', 1)
  await expect.poll(() => vectorsOf(file, 'bag-1')).toBeGreaterThan(0)
  await first.kill('SIGTERM')

  const again = { folder: first.folder, env: { ...env, MNEME_EMBEDDING_MODEL: 'bag-2' } }
  const second = await start(again)
  await chat.open(second.url)
  await chat.askAndWait('Which vessel?', 1)
  const ledger = openLedger(file)
  const recalls = async (url: string) => {
    const id = chat.conversationId()
    await page.goto(`${url}/c/${id}/turns/${ledger.turns(id)[0]?.id}`)
    return page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Recalls' }) })
      .last()
  }
  await expect((await recalls(second.url)).getByText('lexical', { exact: true }).first()).toBeVisible()
  busy = false
  await second.kill('SIGTERM')
  const third = await start(again)
  await expect.poll(() => vectorsOf(file, 'bag-2')).toBeGreaterThan(1)
  await chat.open(third.url)
  await chat.askAndWait('Which vessel then?', 1)
  const table = await recalls(third.url)
  await expect(table).toContainText('vessel')
  await expect(table.getByText('lexical', { exact: true })).toBeHidden()
  ledger.close()
  await server.close()
})
