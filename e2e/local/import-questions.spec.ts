import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { type App, startApp } from '../support/app-server'
import { expect, test } from '../support/test'
import { Transfer } from '../support/transfer'

// The benchmark data is not part of the repository.
const FILE = path.resolve(import.meta.dirname, '../../../shared/data/recall/locomo-dev.json')
const SINGLE_HOP = 4
const ASKED = 10
const FOUND = 8

type Data = {
  id: string
  turns: { id: string; text: string }[]
  questions: { question: string; category: number; evidence: string[] }[]
}[]
type Question = { conversation: string; question: string; evidence: string[] }

test.skip(!existsSync(FILE), `skipped: ${FILE} is not on this machine`)

let app: App
test.beforeAll(async () => {
  app = await startApp({ env: { MNEME_THINKING: 'standard' } })
})
test.afterAll(async () => {
  await app.kill('SIGTERM')
})

test('with LoCoMo imported, the inspector shows the evidence for at least eight of ten questions', async ({
  chat,
  page,
}) => {
  test.slow()
  const data = JSON.parse(readFileSync(FILE, 'utf8')) as Data
  const questions = data
    .flatMap(({ id, questions }) => questions.map((question) => ({ conversation: id, ...question })))
    .filter(({ category }) => category === SINGLE_HOP)
    .slice(0, ASKED)
  const transfer = new Transfer(page)
  await transfer.open(app.url)
  await page.getByLabel('Files to import').setInputFiles(FILE)
  await expect(transfer.item('locomo-dev.json')).toContainText('Added 5 conversations', { timeout: 120_000 })

  // Ten is the most hits that a recall can show.
  await page.goto(`${app.url}/settings#advanced`)
  const most = page.getByRole('textbox', { name: 'Memories per recall', exact: true })
  await most.fill('10')
  await most.press('Enter')
  await expect(page.getByRole('button', { name: 'Reset Memories per recall' })).toBeVisible()

  await chat.open(app.url)
  const found: string[] = []
  for (const [i, question] of questions.entries()) {
    await chat.askAndWait(question.question, i + 1)
    const inspect = chat.turn(i + 1).getByRole('link', { name: `Inspect message ${i + 1}` })
    const turnId = new URL((await inspect.getAttribute('href')) ?? '', app.url).searchParams.get('turn') ?? ''
    const inspector = await page.context().newPage()
    await inspector.goto(`${app.url}/c/${chat.conversationId()}/turns/${turnId}`)
    const seen = await evidenceSeen(inspector, evidenceOf(question))
    if (seen) found.push(`${seen} ${question.question}`)
    await inspector.close()
  }
  test
    .info()
    .annotations.push({ type: `${found.length} of ${questions.length}`, description: found.join(' · ') })
  expect(found.length, found.join('\n')).toBeGreaterThanOrEqual(FOUND)
})

type Message = { id: string; part: 'user' | 'assistant'; start: number; end: number }
/** The imported turns that contain evidence messages, each with the text of that message. */
function evidenceOf({ conversation, evidence }: Question): { turnId: string; text: string }[] {
  const db = new Database(`${app.folder}/mneme.db`, { readonly: true })
  const turns = db
    .prepare(
      'SELECT t."id", t."userText", t."answer", t."messages" FROM "Turn" t JOIN "Conversation" c ON c."id" = t."conversationId" WHERE c."title" = ?',
    )
    .all(conversation) as { id: string; userText: string; answer: string; messages: string }[]
  db.close()
  return turns.flatMap((turn) =>
    (JSON.parse(turn.messages) as Message[])
      .filter(({ id }) => evidence.includes(id))
      .map(({ part, start, end }) => ({
        turnId: turn.id,
        text: (part === 'user' ? turn.userText : turn.answer).slice(start, end),
      })),
  )
}

/**
 * The rank of the first hit that is an evidence turn and whose evidence text is in the prompt; null if there
 * is none.
 */
async function evidenceSeen(
  inspector: Page,
  evidence: { turnId: string; text: string }[],
): Promise<string | null> {
  const recalls = inspector.getByRole('table', { name: 'Recalls' })
  const answering = inspector
    .getByRole('region', { name: 'Prompt', exact: true })
    .getByRole('article', { name: 'Answer' })
  await answering.getByRole('button', { name: /^Answer/ }).click()
  const recalled = answering.getByRole('button', { name: /^Recalled/ })
  if ((await recalls.count()) === 0 || (await recalled.count()) === 0) return null
  await recalled.click()
  const prompt = oneLine((await answering.textContent()) ?? '')
  for (const { turnId, text } of evidence) {
    const row = recalls.getByRole('row').filter({ has: inspector.locator(`a[href$="at=${turnId}"]`) })
    const ranks = (await row.allInnerTexts()).flatMap(
      (cells) => cells.split(/\s/).find((cell) => /^([1-9]|10)$/.test(cell)) ?? [],
    )
    const isInPrompt = text
      .split(/(?<=[.!?])\s+/)
      .some((sentence) => sentence.length > 15 && prompt.includes(oneLine(sentence)))
    if (ranks[0] && isInPrompt) return `#${ranks[0]}`
  }
  return null
}
const oneLine = (text: string) => text.replace(/\s*\n\|?\s*/g, ' ')
