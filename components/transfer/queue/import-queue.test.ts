import { describe, expect, it } from 'vitest'
import type { ImportReport } from '@/lib/shared/transfer/transfer'
import {
  CANCELLED,
  fileProblem,
  type ImportItem,
  type ImportOutcome,
  ImportQueue,
  type ImportWatching,
} from './import-queue'

const report = (added: number): ImportReport => ({
  format: 'chatgpt',
  conversations: [],
  added,
  unchanged: 0,
  refused: 0,
  turns: added,
})
const file = (name: string, text: string | Uint8Array<ArrayBuffer> = '[]') => new File([text], name)

/** A queue whose uploads the test ends by hand. */
function started() {
  const sent: { name: string; watcher: ImportWatching; end(outcome: ImportOutcome): void }[] = []
  const over: ImportItem[] = []
  let ids = 0
  let wake = () => {}
  const queue = new ImportQueue({
    send: (sending, watcher, signal) =>
      new Promise((end) => {
        signal.addEventListener('abort', () => end({ error: CANCELLED }))
        sent.push({ name: sending.name, watcher, end })
        wake()
      }),
    id: () => `file${ids++}`,
    onOver: (item) => {
      over.push(item)
      wake()
    },
  })
  /** Waits for a number of uploads to start or end. */
  const until = async (done: () => boolean) => {
    while (!done())
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  return { queue, sent, over, until }
}
const kinds = (queue: ImportQueue) => queue.list().map(({ state }) => state.kind)

describe('files on their way into memory', () => {
  it('go one after the other, and each tells what came of it', async () => {
    const { queue, sent, over, until } = started()
    queue.add([file('a.json')])
    await until(() => sent.length === 1)
    queue.add([file('b.json')])
    expect(kinds(queue)).toEqual(['sending', 'waiting'])
    sent[0]?.watcher.onSent(0.5)
    expect(queue.list()[0]?.state).toEqual({ kind: 'sending', share: 0.5 })
    const progress = { bytesRead: 1, bytesTotal: 2, conversations: 3, turns: 4, current: 'Rome' }
    sent[0]?.watcher.onProgress(progress)
    sent[0]?.watcher.onSent(1)
    expect(queue.list()[0]?.state).toEqual({ kind: 'reading', progress })
    sent[0]?.end({ report: report(3) })
    await until(() => sent.length === 2)
    expect(sent.map(({ name }) => name)).toEqual(['a.json', 'b.json'])
    sent[1]?.end({ error: { code: 'unavailable', message: 'Lost.' } })
    await until(() => over.length === 2)
    expect(kinds(queue)).toEqual(['done', 'failed'])
    expect(queue.isBusy()).toBe(false)
  })

  it('can be cancelled while they wait and while they are read; the next one goes on', async () => {
    const { queue, sent, over, until } = started()
    queue.add([file('a.json'), file('b.json'), file('c.json')])
    await until(() => sent.length === 1)
    const progress = { bytesRead: 1, bytesTotal: 2, conversations: 3, turns: 4, current: null }
    sent[0]?.watcher.onProgress(progress)
    queue.cancel('file1')
    queue.cancel('file0')
    await until(() => sent.length === 2)
    expect(queue.list().map(({ state }) => state)).toMatchObject([
      { kind: 'failed', error: CANCELLED, progress },
      { kind: 'failed', error: CANCELLED, progress: null },
      { kind: 'sending' },
    ])
    sent[1]?.end({ report: report(1) })
    await until(() => over.length === 2)
    expect(sent.map(({ name }) => name)).toEqual(['a.json', 'c.json'])
  })

  it('are refused over the limit before a byte is sent, with the way by the command line', () => {
    expect(fileProblem({ size: 2_000_000_001 })).toMatchObject({
      code: 'too_large',
      hint: expect.stringContaining('npm run mneme -- import'),
    })
    expect(fileProblem({ size: 2_000_000_000 })).toBeNull()
  })
})
