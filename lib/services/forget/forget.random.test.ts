// @module-tag full
import { describe, expect, it } from 'vitest'
import { bytesHold, secretWord, type Talk, talker } from '@/lib/agent/testing-forget'
import { sqliteFile } from '@/lib/db/engine/client'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { testDb } from '@/lib/db/testing'
import { holding } from '@/lib/db/testing-holding'
import { turnPath, turnsOnPath } from '@/lib/db/turns/turns'
import { exported, importText } from '@/lib/transfer/testing-import'
import { dump } from '@/lib/transfer/testing-store'
import { runs } from '@/scripts/tier.mjs'
import { deleteConversation, forgetFile, forgetTurns, listForgotten } from './forget'

/** A random sequence that a seed reproduces. */
function randomBy(seed: number) {
  let state = seed * 2_654_435_761
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

type Story = { h: Talk; file: string; words: Map<string, string[]> }
/**
 * A random choice of turns of each kind. `words` = words that only one turn of the person contains, by turn
 * id.
 */
async function randomStory(pick: (below: number) => number): Promise<Story> {
  const file = secretWord()
  const h = await talker(file)
  const words = new Map<string, string[]>()
  const say = async (conversationId: string, line: (word: string) => string) => {
    const word = secretWord()
    const turn = await h.tell(conversationId, line(word))
    words.set(turn.id, [word])
    return turn
  }
  let count = 0
  for (let i = 0; i < 9; i++) {
    const earlier = 1 + pick(Math.max(1, count))
    const kinds = [
      (word: string) => `The story goes on with ${word}.`,
      (word: string) => `recall ${earlier}\nAnd with ${word}.`,
      (word: string) => `find story\nThen with ${word}.`,
      (word: string) => `invent ${i}\nA file of ${word}.`,
      (word: string) => `open it\nIt was about ${word}.`,
      (word: string) => `list\nNot ${word}.`,
    ]
    const turn = await say('c', kinds[pick(kinds.length)] ?? ((word) => word))
    count += 1
    if (pick(5) === 0) {
      const word = secretWord()
      const other = await h.again(turn, `Another story with ${word}.`)
      words.set(other.id, [word])
    }
    if (pick(4) === 0) await say('d', (word) => `find story\nElsewhere with ${word}.`)
  }
  return { h, file, words }
}

/**
 * Exports what an agent did and imports it elsewhere: every row must be the `same`, except names of blobs.
 */
async function comesBack(h: Pick<Talk, 'db' | 'ownerId'>, same: boolean) {
  const to = await testDb()
  const text = await exported(h)
  const report = await importText(to, text)
  expect([
    report.error,
    report.conversations.flatMap(({ status, reason }) => (status === 'added' ? [] : [[status, reason]])),
  ]).toEqual([undefined, []])
  if (same) expect(await dump(to)).toEqual(await dump(h))
  await to.close()
}

/** One seed per kind, and seeds that once failed. */
const SEEDS = [1, 2, 3, 4, 7, 14, 34]
describe('whatever is forgotten of a random store', () => {
  it.each(SEEDS.slice(0, runs(SEEDS.length)))(
    'is nowhere in it afterwards, and all the rest is (seed %i)',
    async (seed) => {
      const pick = randomBy(seed)
      const { h, file, words } = await randomStory(pick)
      const { activeLeafId } = await h.db.conversation.findUniqueOrThrow({ where: { id: 'c' } })
      const shown = await turnsOnPath(
        h.db,
        h.ownerId,
        await turnPath(h.db, h.ownerId, activeLeafId ?? ''),
        1,
        99,
      )
      await comesBack(h, true)
      const kind = seed % 4
      const from = 1 + pick(shown.length)
      const to = kind === 1 ? from : Math.min(shown.length, from + pick(4))
      const gone: string[] = []
      if (kind === 0) {
        await deleteConversation(h.caller, 'c')
        for (const turn of await h.db.turn.findMany({ where: { conversationId: 'c' } }))
          gone.push(...(words.get(turn.id) ?? []))
        gone.push(file)
      } else if (kind === 3 && (await holding(h.db, file)).length) {
        await forgetFile(h.caller, { conversationId: 'c', path: `${file.slice(0, 7)}.md` })
        gone.push(file, file.slice(0, 7))
      } else {
        await forgetTurns(h.caller, { conversationId: 'c', from, to, files: true })
        for (const turn of shown.slice(from - 1, to)) gone.push(...(words.get(turn.id) ?? []))
      }
      h.runtime.advance(31_000)
      expect(await purgeTrash(h.db, h.runtime.now())).toBe(1)
      await h.jobs.tick()
      for (const word of gone)
        expect([word, await holding(h.db, word), bytesHold(sqliteFile(h.url), word)]).toEqual([
          word,
          [],
          false,
        ])
      const kept = [...words.values()].flat().filter((word) => !gone.includes(word))
      for (const word of kept)
        expect([word, await holding(h.db, word)]).toEqual([word, expect.arrayContaining(['Turn'])])
      const proof = (await listForgotten(h.db, h.ownerId))[0]?.proof
      expect(proof?.elsewhere.filter((place) => !place.startsWith('the file'))).toEqual([])
      await comesBack(h, false)
      if (kind !== 0) expect((await h.tell('c', 'And on it goes.')).status).toBe('completed')
      await h.close()
    },
  )
})
