import { isDeepStrictEqual } from 'node:util'
import { testDb } from '@/lib/db/testing'
import { exported, importText } from '@/lib/transfer/testing-import'
import { type Drawn, dump, seedStore } from '@/lib/transfer/testing-store'

/** What differs between a store and an import of its export: kinds of rows, or the import's message. */
export async function roundTrip(drawn: Drawn): Promise<string[]> {
  const [from, to] = [await testDb(), await testDb()]
  try {
    await seedStore(from, drawn)
    const { format, added, refused, conversations } = await importText(to, await exported(from), {
      size: 1_000,
    })
    const said = conversations.flatMap((one) => one.reason ?? [])
    if (format !== 'mneme' || added !== drawn.conversations.length || refused > 0 || said.length)
      return [`the import: ${format}, ${added} added, ${refused} refused. ${said.join(' ')}`]
    const [before, after] = [await dump(from), await dump(to)]
    return Object.keys(before).filter((kind) => !isDeepStrictEqual(before[kind], after[kind]))
  } finally {
    await Promise.all([from.close(), to.close()])
  }
}
