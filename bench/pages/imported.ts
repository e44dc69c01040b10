import type { Page } from '@playwright/test'
import { countTokens } from '@/lib/model/tokens'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import { story } from '../seed/story'
import type { Workplace } from '../workplace'
import { chat } from './visit'

const MINUTE = 60
const BEGAN = Date.UTC(2024, 0, 1) / 1_000

/** A conversation of `turns` turns as a ChatGPT export. */
function chatGptFile(turns: number): Buffer {
  const said = [...story({ turns, seed: turns, profile: 'talk' })].flatMap(({ userText, answer }) => [
    { role: 'user', text: userText },
    { role: 'assistant', text: answer },
  ])
  const nodes = said.map(({ role, text }, i) => {
    const message = {
      id: `m${i}`,
      author: { role },
      create_time: BEGAN + i * MINUTE,
      content: { content_type: 'text', parts: [text] },
    }
    return [
      `n${i}`,
      { message, parent: i ? `n${i - 1}` : null, children: i + 1 < said.length ? [`n${i + 1}`] : [] },
    ] as const
  })
  return Buffer.from(
    JSON.stringify([
      {
        id: 'long',
        title: `Imported, ${turns} turns`,
        create_time: BEGAN,
        mapping: Object.fromEntries(nodes),
        current_node: `n${said.length - 1}`,
      },
    ]),
  )
}

/** Imports the conversation through the page. @returns its id. @throws if it was refused. */
export async function importTalk(
  { db, runtime }: Workplace,
  ownerId: string,
  turns: number,
): Promise<string> {
  const report = await importFile(db, ownerId, inMemory(chatGptFile(turns)), {
    runtime,
    countTokens,
    file: 'conversations.json',
  })
  const id = report.conversations[0]?.id
  if (!id || report.turns !== turns)
    throw new Error(
      `The conversation was not imported: ${report.conversations[0]?.reason ?? report.error?.message ?? `${report.turns} turns`}`,
    )
  return id
}

/** Adds a turn answered by the built-in model, so that there are calls to show. @returns its number. */
export async function sayOnce(
  page: Page,
  base: string,
  conversationId: string,
  turns: number,
  text: string,
): Promise<number> {
  const before = chat(conversationId, turns)
  await page.goto(`${base}${before.path}`, { waitUntil: 'commit' })
  await before.usable(page)
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await chat(conversationId, turns + 1).usable(page)
  return turns + 1
}
