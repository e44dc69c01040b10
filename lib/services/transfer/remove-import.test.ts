// @module-tag full
import { describe, expect, it } from 'vitest'
import { allRows, secretWord, type Talk, talker } from '@/lib/agent/testing-forget'
import { statementOps } from '@/lib/db/facts/save'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { holding } from '@/lib/db/testing-holding'
import { openStaging } from '@/lib/db/transfer/imports'
import { listConversations } from '@/lib/db/turns/conversations'
import { ownerIndex } from '@/lib/memory/index/testing-owner-index'
import { limits } from '@/lib/shared/limits'
import { inMemory } from '@/lib/transfer/archive/testing-zip'
import { importFile } from '@/lib/transfer/import'
import { exported } from '@/lib/transfer/testing-import'
import { listForgotten, undoForget } from '../forget/forget'
import { pastImports, previewRemoval, removeImport } from './remove-import'

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { code?: string }) => error.code ?? String(error),
  )
const talk = (id: string, word: string, turns = 2) => ({
  id,
  title: `Talk ${id}`,
  messages: Array.from({ length: turns }, (_, i) => [
    { role: 'user', content: `The word ${i} is ${word}.`, at: 1_700_000_000 + i * 60 },
    { role: 'assistant', content: `I keep ${word} in mind.`, at: 1_700_000_001 + i * 60 },
  ]).flat(),
})
async function bring(h: Talk, talks: object[] | string) {
  const file = inMemory(Buffer.from(typeof talks === 'string' ? talks : JSON.stringify(talks)))
  const { conversations, at } = await importFile(h.db, h.ownerId, file, {
    runtime: h.runtime,
    countTokens: h.deps.countTokens,
  })
  return { at: at ?? '', ids: conversations.map(({ id }) => id ?? '') }
}
/** Facts with these statuses from the first turn of a conversation. */
async function learn({ db, ownerId }: Talk, conversationId: string, statuses: ('active' | 'proposed')[]) {
  const turn = await db.turn.findFirstOrThrow({ where: { conversationId, number: 1 } })
  const facts = statuses.map((status, i) => ({
    ...{ id: `${turn.id}_${i}`, subject: 'user', predicate: 'keeps', object: `thing ${i}` },
    ...{ confidence: 1, from: turn.createdAt, quote: null, turnId: turn.id },
    ...{ origin: 'patterns' as const, status },
  }))
  await db.$transaction(await statementOps(db, ownerId, facts))
}
const titles = async ({ db, ownerId }: Talk) =>
  (await listConversations(db, ownerId, {})).map(({ title }) => title).sort()

describe('removing what an import brought', () => {
  it('takes its conversations in one go, says what stays, and undo gives every row back', async () => {
    const h = await talker()
    const [word, other] = [secretWord(), secretWord()]
    const before = await bring(h, [talk('old', other)])
    const { at, ids } = await bring(h, [talk('a', word), talk('b', word, 3), talk('old', other, 4)])
    await h.tell(ids[1] ?? '', 'And this is mine.')
    await h.tell('c', `find ${word}`)
    await learn(h, ids[0] ?? '', ['proposed', 'active'])
    await learn(h, ids[1] ?? '', ['active'])
    expect(await previewRemoval(h.caller, at)).toEqual({
      conversations: 1,
      turns: 2,
      facts: 2,
      continued: 1,
      continuedTurns: 4,
      continuedFacts: 1,
      joined: 2,
      joinedConversations: 1,
    })
    expect(await previewRemoval(h.caller, before.at)).toMatchObject({
      conversations: 0,
      continued: 1,
      continuedTurns: 4,
    })

    const [rows, indexed] = [await allRows(h.db), (await ownerIndex(h.db, h.ownerId)).turnOf.size]
    const first = await removeImport(h.caller, { at, continued: false })
    expect([await titles(h), (await ownerIndex(h.db, h.ownerId)).turnOf.size]).toEqual([
      ['Talk b', 'Talk old', expect.stringMatching(/^find/)],
      indexed - 2,
    ])
    await undoForget(h.caller, first.trashId)
    expect([await allRows(h.db), (await ownerIndex(h.db, h.ownerId)).turnOf.size]).toEqual([rows, indexed])

    await removeImport(h.caller, { at, continued: true })
    expect(await titles(h)).toEqual(['Talk old', expect.stringMatching(/^find/)])
    h.runtime.advance(31_000)
    await purgeTrash(h.db, h.runtime.now())
    const [entry] = await listForgotten(h.db, h.ownerId)
    expect(entry).toMatchObject({
      kind: 'imported',
      proof: { counts: { conversation: 2, turn: 6 }, also: [], elsewhere: [] },
    })
    // The person's own question contains the word; nothing contains the sentence.
    expect(await holding(h.db, `I keep ${word}`)).toEqual([])
    expect(await previewRemoval(h.caller, at)).toMatchObject({ conversations: 0, continued: 0, joined: 2 })
    expect(await codeOf(removeImport(h.caller, { at, continued: true }))).toBe('not_found')
    await h.close()
  })

  it('is listed with what its removal deletes, also after earlier imports of its conversations', async () => {
    const [from, h] = [await talker(), await talker()]
    const COUNT = limits.transfer.pastImports + 5
    for (let i = 0; i < COUNT; i++) await bring(from, [talk(`there ${i}`, secretWord())])
    await from.tell('native', 'And this was said there.')
    h.runtime.advance(86_400_000)
    const own = await bring(h, [talk('here', secretWord())])
    const restored = await bring(h, await exported(from))
    const listed = await pastImports(h)
    expect(listed.map(({ at, from, conversations }) => [at, from, conversations])).toEqual([
      [restored.at, 'mneme', COUNT + 1],
      [own.at, 'messages', 1],
    ])
    for (const { at, conversations } of listed)
      expect(await previewRemoval(h.caller, at)).toMatchObject({ conversations, continued: 0 })
    await removeImport(h.caller, { at: restored.at, continued: false })
    expect([await titles(h), (await pastImports(h)).map(({ at }) => at)]).toEqual([['Talk here'], [own.at]])
    await Promise.all([from.close(), h.close()])
  })

  it('can be imported again, is private to its owner, and waits for its own import to end', async () => {
    const h = await talker()
    const file = [talk('a', secretWord())]
    const { at } = await bring(h, file)
    const staging = {
      title: 'T',
      origin: 'import:claude',
      importedAt: new Date(),
      importedFile: null,
      createdAt: new Date(),
      updatedAt: new Date(),
      pinnedAt: null,
      archivedAt: null,
      tags: [],
    }
    expect(await codeOf(previewRemoval({ ...h.caller, ownerId: 'somebody' }, at))).toBe('not_found')
    expect(await codeOf(removeImport({ ...h.caller, ownerId: 'somebody' }, { at, continued: true }))).toBe(
      'not_found',
    )
    await removeImport(h.caller, { at, continued: false })
    const again = await bring(h, file)
    expect(await titles(h)).toEqual(['Talk a'])
    const refused = async () => codeOf(removeImport(h.caller, { at: again.at, continued: false }))
    await openStaging(
      h.db,
      h.ownerId,
      'staged',
      { id: 'conv_x', ...staging, importedAt: new Date(again.at) },
      h.runtime.now(),
    )
    expect(await refused()).toBe('conflict')
    await h.db.conversation.update({ where: { id: 'conv_x' }, data: { importedAt: new Date(0) } })
    expect(await refused()).toBe('none')
    await h.close()
  })

  it('is refused while the import pauses between two conversations, and then takes both', async () => {
    const h = await talker()
    const codes: string[] = []
    const [first, second] = [talk('a', secretWord()), talk('b', secretWord())].map((one) =>
      JSON.stringify(one),
    )
    const begin = Buffer.from(`[${first},`)
    const whole = inMemory(Buffer.concat([begin, Buffer.from(`${second}]`)]))
    const read = async (at: number, length: number) => {
      if (at < begin.length) return whole.read(at, Math.min(length, begin.length - at))
      const [begun] = await pastImports(h)
      codes.push(await codeOf(removeImport(h.caller, { at: begun?.at ?? '', continued: false })))
      return whole.read(at, length)
    }
    const { at } = await importFile(
      h.db,
      h.ownerId,
      { size: whole.size, read },
      {
        runtime: h.runtime,
        countTokens: h.deps.countTokens,
      },
    )
    expect([codes, await titles(h)]).toEqual([['conflict'], ['Talk a', 'Talk b']])
    await removeImport(h.caller, { at: at ?? '', continued: false })
    expect(await titles(h)).toEqual([])
    await h.close()
  })
})
