import { type LongText, longTexts } from '@/components/ui/markdown/testing-long-texts'
import { ensureUser } from '@/lib/db/users'
import { countTokens } from '@/lib/model/tokens'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import type { Workplace } from '../workplace'

export type LongAnswer = LongText & { conversationId: string }

/**
 * Imports an even sample of long texts, each as the answer of its own conversation. @throws if one is
 * refused.
 */
export async function importLongAnswers(
  place: Workplace,
  ownerId: string,
  count: number | null,
): Promise<LongAnswer[]> {
  const all = longTexts()
  const texts = all.filter(
    (_, i) =>
      count === null || Math.floor((i * count) / all.length) !== Math.floor(((i - 1) * count) / all.length),
  )
  const answers: LongAnswer[] = []
  for (const long of texts) answers.push(await importAnswer(place, ownerId, long))
  return answers
}

/** @throws if it is refused. */
export async function importAnswer(
  { db, runtime }: Workplace,
  ownerId: string,
  long: LongText,
): Promise<LongAnswer> {
  await ensureUser(db, ownerId, runtime.now())
  const messages = [
    { role: 'user', content: long.name },
    { role: 'assistant', content: long.text },
  ]
  const talk = { id: runtime.id('long'), title: long.name.slice(0, 80), messages }
  const file = Buffer.from(JSON.stringify([talk]))
  const report = await importFile(db, ownerId, inMemory(file), { runtime, countTokens, file: 'long.json' })
  const id = report.conversations[0]?.id
  if (!id) throw new Error(`${long.name} was not imported: ${report.conversations[0]?.reason ?? ''}`)
  return { ...long, conversationId: id }
}
