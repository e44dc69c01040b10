import { afterEach, describe, expect, it } from 'vitest'
import type { Hands } from '@/lib/agent/testing-hands'
import { imageHash, shownImage } from '@/lib/db/files/images'
import { holding } from '@/lib/db/testing-holding'
import { readContext } from '@/lib/memory/context/context'
import { pngOf, SAMPLES } from '@/lib/shared/testing-images'
import { imageLimits, imageTokens } from '@/lib/shared/turn/images'
import { inspectTurn } from './inspector'
import { imageFile, type Pictured, pictured, sendWith, withModel } from './testing-images'
import { retryTurn, siblingTurn, startTurn, turnDto } from './turns'
import { storeUploads } from './uploads'

const CAT = pngOf(640, 480)
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
/** Short, so that a failure can be read. */
const hashes = (sent: string[]) => sent.map((one) => imageHash(Buffer.from(one, 'base64'))).join()
const CAT_HASH = imageHash(CAT)
const cat = () => imageFile('cat.png', CAT)

let open: { close(): Promise<void> } | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})
const use = async <T extends { close(): Promise<void> }>(made: Promise<T>): Promise<T> => {
  const h = await made
  open = h
  return h
}
const storedImages = (h: Hands) => h.db.image.count()

describe.each(['chat', 'responses'] as const)('an image in a message, over %s', (api) => {
  it('is in every call of its turn, with its own bytes', async () => {
    const h = await use(pictured(api))
    const turn = await sendWith(h, 'What is this?', [cat()], { thinking: true, preset: 'quick' })
    expect(turn).toMatchObject({ status: 'completed', answer: 'A teal square.' })
    const steps = await h.db.step.findMany({ orderBy: { index: 'asc' }, select: { phase: true } })
    expect(steps.map((step) => step.phase)).toEqual(['think', 'act'])
    expect(h.sent().map(hashes)).toEqual([CAT_HASH, CAT_HASH])
    expect(JSON.stringify(h.server.requests[0]?.body)).toContain('[image: cat.png, 640x480]')
  })
})

describe('an image in a message', () => {
  it('is stored when the message is acknowledged, before anything is called', async () => {
    const h = await use(pictured())
    h.server.hold()
    const [upload] = await storeUploads(h.caller, 'c', [cat()])
    const { turn } = await startTurn(h.caller, {
      conversationId: 'c',
      turnId: 'turn_1',
      clientMessageId: 'm1',
      text: 'What is this?',
      options: { thinking: false },
      uploadIds: [upload?.uploadId ?? ''],
    })
    expect(turn.attachments).toEqual([
      {
        uploadId: upload?.uploadId,
        path: 'cat.png',
        bytes: CAT.byteLength,
        image: { mediaType: 'image/png', width: 640, height: 480 },
      },
    ])
    expect((await shownImage(h.db, h.ownerId, upload?.uploadId ?? '')).bytes).toEqual(CAT)
    h.server.release()
    await h.runner.settled('turn_1')
  })

  it('of the turn before goes with a simple message, whatever else has no room', async () => {
    const h = await use(pictured())
    const long = 'We painted the hall and the stairs of the house. '.repeat(18)
    for (let i = 0; i < 6; i++) await sendWith(h, `${long} Day ${i}.`, [], { depth: 'moderate' })
    await sendWith(h, 'Look at this.', [cat()], { depth: 'moderate' })
    await sendWith(h, 'I love the red door', [], { depth: 'simple' })
    expect(hashes(h.sent().at(-1) ?? [])).toBe(CAT_HASH)
  })

  it('is in the ledger by its formula, named in context and summary, and its bytes are nowhere else', async () => {
    const h = await use(pictured())
    const plain = await sendWith(h, 'What is this?', [])
    const turn = await sendWith(h, 'What is this?', [cat()])
    const tokensOf = async (turnId: string) =>
      (await h.db.ledgerSection.findFirstOrThrow({ where: { turnId, section: 'task' } })).tokens
    const more = (await tokensOf(turn.id)) - (await tokensOf(plain.id))
    const tokens = imageTokens({ width: 640, height: 480 })
    expect(more).toBeGreaterThan(tokens)
    expect(more).toBeLessThan(tokens + 80)
    const context = await readContext(h.db, h.ownerId, { turnId: turn.id })
    expect(context?.fullContext).toContain('[image: cat.png, 640x480]')
    expect((await turnDto(h.caller, turn.id)).summary?.text).toContain('[image: cat.png, 640x480]')
    expect(await holding(h.db, base64(CAT).slice(40, 120))).toEqual([])
    expect(JSON.stringify([h.logs, h.eventsOf(turn.id)])).not.toContain('base64')
  })

  it('is shown by the inspector as a part of the user section with its size', async () => {
    const h = await use(pictured())
    const turn = await sendWith(h, 'What is this?', [cat()])
    const inspected = await inspectTurn(h.db, h.ownerId, turn.id)
    const block = inspected.steps[0]?.prompt.user.find(({ section }) => section === 'task')
    expect(block?.images).toMatchObject([{ path: 'cat.png', bytes: CAT.byteLength, image: { width: 640 } }])
    const text = inspected.texts[block?.text ?? -1]
    expect(text).toContain(`image=cat.png number=1 type=image%2Fpng bytes=${CAT.byteLength}`)
    expect(JSON.stringify(inspected)).not.toContain(base64(CAT).slice(40, 120))
  })

  it('goes again with the next messages, the latest first, and at most four with a call', async () => {
    const h = await use(pictured())
    const images = [1, 2, 3, 4, 5].map((n) => pngOf(64, 48, { colour: n }))
    const files = images.map((bytes, i) => imageFile(`${i + 1}.png`, bytes as Uint8Array<ArrayBuffer>))
    await sendWith(h, 'What are these?', files.slice(0, 2))
    await sendWith(h, 'And these?', files.slice(2, 4))
    await sendWith(h, 'And this?', files.slice(4))
    await sendWith(h, 'Which was the darkest?', [])
    const own = images.map(base64)
    expect(h.sent().map((sent) => sent.map((one) => own.indexOf(one) + 1))).toEqual([
      [1, 2],
      [3, 4, 1, 2],
      [5, 3, 4, 1],
      [5, 3, 4, 1],
    ])
    const last = JSON.stringify(h.server.requests.at(-1)?.body)
    for (const n of [1, 2, 3, 4, 5]) expect(last).toContain(`[image: ${n}.png, 64x48]`)
  })

  it('marks the turn as one that read text from outside', async () => {
    const h = await use(pictured())
    expect((await sendWith(h, 'Hello there', [])).tainted).toBe(false)
    expect((await sendWith(h, 'What is this?', [cat()])).tainted).toBe(true)
  })

  it('stays with it when it is edited, regenerated and tried again, and each version owns it', async () => {
    let broken = true
    const fault = () => broken
    const h = await use(pictured('chat', { refuse: () => (fault() ? { status: 401, message: 'no' } : null) }))
    const turn = await sendWith(h, 'What is this?', [cat()])
    expect(turn.status).toBe('failed')
    broken = false
    await retryTurn(h.caller, turn.id)
    await h.runner.settled(turn.id)
    const again = { turnId: turn.id, options: {}, clientMessageId: 'again' }
    const second = await siblingTurn(h.caller, { ...again, newTurnId: 'turn_2' }, null)
    await h.runner.settled(second.id)
    const edit = { ...again, clientMessageId: 'edit', newTurnId: 'turn_3' }
    const third = await siblingTurn(h.caller, edit, 'And what colour?')
    await h.runner.settled(third.id)
    expect(h.sent().map(hashes)).toEqual([CAT_HASH, CAT_HASH, CAT_HASH, CAT_HASH])
    const ids = [await turnDto(h.caller, turn.id), second, third].map((one) => one.attachments[0]?.uploadId)
    expect(new Set(ids).size).toBe(3)
    expect(await storedImages(h)).toBe(1)
  })
})

describe('a model that takes no images', () => {
  it('answers from the text once the service has refused them, and the turn says so once', async () => {
    const h: Pictured = await use(
      pictured('chat', {
        refuse: (body) =>
          JSON.stringify(body).includes('image_url')
            ? { status: 400, message: 'image_url is not supported by this model' }
            : null,
      }),
    )
    const turn = await sendWith(h, 'What is this?', [cat()], { thinking: true, preset: 'quick' })
    expect(turn.status).toBe('completed')
    const { steps, attachments } = await turnDto(h.caller, turn.id)
    const notices = steps.flatMap((step) => step.notices)
    expect(notices.filter((notice) => notice.includes('does not accept images'))).toHaveLength(1)
    expect(attachments).toHaveLength(1)
    expect(h.sent().map((sent) => sent.length)).toEqual([1, 0, 0])
  })

  it('is the built-in engine: it answers from the text and says that it cannot see', async () => {
    const h = await use(withModel({ provider: 'offline', delayMs: 0 }))
    const turn = await sendWith(h, 'My cat is called Tom.', [cat()])
    expect(turn.answer).toMatch(/Tom[\s\S]*I cannot see images/)
    expect(turn).toMatchObject({ status: 'completed', tainted: false })
    expect((await sendWith(h, 'What is my cat called?', [])).answer).not.toContain('cannot see')
  })
})

describe('what may be attached as an image', () => {
  it.each([
    ['an SVG', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', /is an SVG, which can contain scripts/],
    ['an SVG under another name', 'a.png', '<?xml version="1.0"?>\n<!-- x -->\n<svg/>', /is an SVG/],
    ['a damaged image', 'a.png', '\x89PNG\r\n\x1a\n', /damaged or incomplete/],
    ['a program', 'a.png', 'MZ\x00\x01\xff', /is neither text nor an image/],
  ])('not %s', async (_, name, content, problem) => {
    const h = await use(withModel({ provider: 'offline', delayMs: 0 }))
    const bytes = new Uint8Array(Buffer.from(content, 'latin1'))
    await expect(storeUploads(h.caller, 'c', [imageFile(name, bytes)])).rejects.toThrow(problem)
    expect(await h.db.upload.count()).toBe(0)
  })

  it('an image is known by its bytes, whatever it is called', async () => {
    const h = await use(withModel({ provider: 'offline', delayMs: 0 }))
    const [stored] = await storeUploads(h.caller, 'c', [imageFile('notes.html', SAMPLES.jpeg)])
    expect(stored?.image?.mediaType).toBe('image/jpeg')
  })

  it('at most 5 MB each, and four with a message', async () => {
    const h = await use(withModel({ provider: 'offline', delayMs: 0 }))
    const large = new Uint8Array(imageLimits.fileBytes + 1)
    large.set(CAT)
    await expect(storeUploads(h.caller, 'c', [imageFile('a.png', large)])).rejects.toThrow('larger than 5 MB')
    const five = Array.from({ length: 5 }, (_, i) => imageFile(`${i}.png`, pngOf(8, 8, { colour: i })))
    await expect(sendWith(h, 'Look', five)).rejects.toThrow('At most 4 images')
  })

  it('of those that wait, the oldest go beyond forty', async () => {
    const h = await use(withModel({ provider: 'offline', delayMs: 0 }))
    const ids: string[] = []
    for (let i = 0; i < imageLimits.waiting + 2; i++) {
      const [stored] = await storeUploads(h.caller, `c${i}`, [imageFile('a.png', pngOf(8, 8, { colour: i }))])
      ids.push(stored?.uploadId ?? '')
      h.runtime.advance(1_000)
    }
    const left = (await h.db.upload.findMany({ select: { id: true } })).map((row) => row.id)
    expect(ids.filter((id) => !left.includes(id))).toEqual(ids.slice(0, 2))
    expect(await storedImages(h)).toBe(imageLimits.waiting)
  })
})

describe('who sees an image', () => {
  it('its owner alone: for others there is none', async () => {
    const h = await use(withModel({ provider: 'offline', delayMs: 0 }))
    const [stored] = await storeUploads(h.caller, 'c', [cat()])
    const id = stored?.uploadId ?? ''
    expect(await shownImage(h.db, h.ownerId, id)).toMatchObject({ name: 'cat.png', mediaType: 'image/png' })
    for (const [owner, upload] of [
      ['somebody', id],
      [h.ownerId, 'up_missing'],
    ] as const)
      await expect(shownImage(h.db, owner, upload)).rejects.toMatchObject({ code: 'not_found' })
  })
})
