import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, harness, type ScriptedModels } from '@/lib/agent/testing'
import { talker } from '@/lib/agent/testing-forget'
import { blobOf } from '@/lib/db/engine/blobs'
import { addUploads, freeUploads, moveUploads, uploadsOf } from '@/lib/db/files/workspace'
import { purgeTrash } from '@/lib/db/forget/purge/purge'
import { acceptTurn } from '@/lib/db/turns/accept-turn'
import { turnDtos } from '@/lib/db/turns/turn-dto'
import { getTurn } from '@/lib/db/turns/turns'
import { limits } from '@/lib/shared/limits'
import { whyNotAttached } from '@/lib/shared/turn/attached'
import { deleteConversation } from '../forget/forget'
import { startTurn } from './turns'
import { storeUploads } from './uploads'

const file = (name: string, text = 'text') => new File([text], name)
/** A conversation `c` with as many files as the workspace allows: `f0.md` and so on. */
async function full() {
  const calls = Array.from({ length: limits.workspace.files }, (_, i) => ({
    name: 'write_file',
    args: { path: `f${i}.md`, text: 'x' },
  }))
  const h = await harness((request) => ({
    text: 'Done.',
    calls: request.exchanges.length ? [] : calls.splice(0),
  }))
  await h.say('c', 'Fill it.', { thinking: false })
  return h
}

describe('files that the workspace has no room for', () => {
  let h: Harness
  const store = (...files: File[]) =>
    storeUploads({ ...h } as unknown as Parameters<typeof storeUploads>[0], 'c', files)
  beforeAll(async () => {
    h = await full()
  })
  afterAll(() => h.close())

  it('are refused when they are attached, in words, and none of them is kept', async () => {
    await expect(store(file('f0.md'), file('new.md'))).rejects.toThrow(
      /“new.md” cannot be attached: The workspace can have at most 200 files/,
    )
    expect(await uploadsOf(h.db, h.ownerId, 'c', null)).toEqual([])
  })

  it('are taken where they replace a file', async () => {
    expect(await store(file('f0.md', 'newer'))).toMatchObject([{ path: 'f0.md', bytes: 5 }])
  })

  it('are taken by a conversation that does not exist yet, up to the limit', async () => {
    const elsewhere = (files: File[]) =>
      storeUploads({ ...h } as unknown as Parameters<typeof storeUploads>[0], 'fresh', files)
    for (let i = 0; i < limits.workspace.files; i += limits.message.maxAttachments)
      await elsewhere(Array.from({ length: limits.message.maxAttachments }, (_, n) => file(`u${i + n}.md`)))
    await expect(elsewhere([file('more.md')])).rejects.toThrow('200 files')
  })

  it('are named by a notice if the workspace filled up meanwhile, and left out of the prompt', async () => {
    const blob = blobOf('late', 1)
    const attachments = await addUploads(
      h.db,
      h.ownerId,
      'c',
      [{ id: 'up_late', path: 'late.md', blob }],
      h.runtime.now(),
    )
    const { turn } = await acceptTurn(
      h.db,
      h.ownerId,
      {
        id: 'turn_late',
        conversationId: 'c',
        clientMessageId: 'late',
        userText: 'Read it.',
        userTokens: 2,
        options: { thinking: false },
        attachments,
        now: h.runtime.now(),
        title: 'Late',
        branchId: 'br_late',
      },
      { behind: 'leaf' },
    )
    await h.runner.kick(h.ownerId, 'c')
    await h.runner.settled(turn.id)
    const [dto] = await turnDtos(h.db, h.ownerId, [await getTurn(h.db, h.ownerId, turn.id)])
    const notices = dto?.steps.flatMap((step) => step.notices) ?? []
    expect(whyNotAttached('late.md', notices)).toMatch(/^The workspace can have at most 200 files/)
    expect(whyNotAttached('f0.md', notices)).toBeNull()
    expect(dto?.attachments).toMatchObject([{ path: 'late.md' }])
    expect(h.models.requests.at(-1)?.user).not.toContain('late.md')
  })
})

describe('a file that waits in a conversation which is deleted', () => {
  it('goes with the message when its draft was taken along, and with the conversation when not', async () => {
    const h = await talker()
    await h.tell('c', 'Hello there.')
    const [taken, left] = await storeUploads(h.caller, 'c', [
      file('taken.md', 'Take me.'),
      file('left.md', 'Leave me.'),
    ])
    await deleteConversation(h.caller, 'c')
    const id = taken?.uploadId ?? ''
    expect(await moveUploads(h.db, h.ownerId, 'd', [id])).toEqual([taken])
    expect(await moveUploads(h.db, 'somebody', 'e', [left?.uploadId ?? ''])).toEqual([])
    h.runtime.advance(31_000)
    expect(await purgeTrash(h.db, h.runtime.now())).toBe(1)
    await expect(freeUploads(h.db, h.ownerId, [left?.uploadId ?? ''])).rejects.toMatchObject({
      code: 'not_found',
    })
    const { turn } = await startTurn(h.caller, {
      conversationId: 'd',
      turnId: 'turn_d',
      clientMessageId: 'd',
      text: 'read taken.md',
      options: { thinking: false },
      uploadIds: [id],
    })
    await h.runner.settled(turn.id)
    expect((await h.turn(turn.id)).status).toBe('completed')
    expect(
      (h.deps.models as ScriptedModels).requests.some((request) =>
        JSON.stringify(request).includes('Take me.'),
      ),
    ).toBe(true)
    await h.close()
  })
})
