import { describe, expect, it } from 'vitest'
import { limits } from '@/lib/shared/limits'
import type { ImportReport } from '@/lib/shared/transfer/transfer'
import { declaredLength, importLines, takePlace, wholeBody } from './body'

const body = (...pieces: string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
async function textOf(source: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of source) text += decoder.decode(piece, { stream: true })
  return text
}
const headers = (length?: string) => new Headers(length === undefined ? {} : { 'content-length': length })

describe('the body of an import', () => {
  it('says how long it is, and is at most as long as one may be', () => {
    expect(declaredLength(headers('12'))).toBe(12)
    for (const broken of [undefined, '', '0', '-1', '1e3', '12.5', 'x'])
      expect(() => declaredLength(headers(broken))).toThrow('no Content-Length header')
    expect(() => declaredLength(headers(String(limits.upload.importBytes + 1)))).toThrow(
      'The browser can upload at most',
    )
    expect(declaredLength(headers(String(limits.upload.importBytes)))).toBe(limits.upload.importBytes)
  })

  it('does not keep a place for who has fallen silent', async () => {
    const silent = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('ab')),
    })
    const read: string[] = []
    const reading = async () => {
      for await (const bytes of wholeBody(silent, 4, 5)) read.push(Buffer.from(bytes).toString())
    }
    await expect(reading()).rejects.toThrow('upload was incomplete')
    expect(read).toEqual(['ab'])
  })

  it('is passed on as it comes, and a body that was cut or is too long is an error, not a shorter file', async () => {
    expect(await textOf(wholeBody(body('ab', 'cd'), 4))).toBe('abcd')
    await expect(textOf(wholeBody(body('ab', 'c'), 4))).rejects.toThrow('upload was incomplete')
    await expect(textOf(wholeBody(body('ab', 'cde'), 4))).rejects.toThrow('upload was incomplete')
    await expect(textOf(wholeBody(null, 4))).rejects.toThrow('upload was incomplete')
  })
})

const report: ImportReport = {
  format: 'claude',
  conversations: [],
  added: 1,
  unchanged: 0,
  refused: 0,
  turns: 2,
}
const progress = (turns: number) => ({
  bytesRead: turns,
  bytesTotal: 9,
  conversations: 0,
  turns,
  current: null,
})
const clock = (...times: number[]) => ({
  now: () => new Date(times.shift() ?? 0),
  gone: new AbortController().signal,
  onEnd: () => {},
})

describe('the answer to an import', () => {
  it('tells now and then how far it is, and the report last', async () => {
    const lines = importLines(
      async (onProgress) => {
        for (const turns of [1, 2, 3]) onProgress(progress(turns))
        return report
      },
      clock(0, limits.upload.progressMs - 1, limits.upload.progressMs),
    )
    const said = (await textOf(lines as unknown as AsyncIterable<Uint8Array>)).trim().split('\n')
    expect(said.map((line) => JSON.parse(line))).toEqual([
      { progress: progress(1) },
      { progress: progress(3) },
      { report },
    ])
  })

  it('tells a failure in words, without internals', async () => {
    const lines = importLines(async () => Promise.reject(new Error('SELECT secret')), clock())
    const said = await textOf(lines as unknown as AsyncIterable<Uint8Array>)
    expect(JSON.parse(said)).toMatchObject({
      error: { code: 'internal', message: 'Something went wrong on the server.' },
    })
  })

  it('ends the import when its reader goes away, and when the request is gone', async () => {
    const gone = new AbortController()
    let ended = 0
    const signals: AbortSignal[] = []
    const run = (_: unknown, signal: AbortSignal) =>
      new Promise<ImportReport>((resolve) => {
        signals.push(signal)
        signal.addEventListener('abort', () => resolve({ ...report, cancelled: true }))
      })
    const reader = importLines(run, { ...clock(), onEnd: () => ended++ }).getReader()
    await reader.cancel()
    expect(signals[0]?.aborted).toBe(true)
    const second = importLines(run, { ...clock(), gone: gone.signal, onEnd: () => ended++ })
    gone.abort()
    expect(await textOf(second as unknown as AsyncIterable<Uint8Array>)).toContain('"cancelled":true')
    expect(ended).toBe(2)
  })
})

describe('a person', () => {
  it('has one import at a time, and may begin the next as soon as the last one ends', async () => {
    const free = await takePlace('ann', 0)
    await expect(takePlace('ann', 0)).rejects.toMatchObject({ code: 'conflict' })
    const other = await takePlace('bob', 0)
    const next = takePlace('ann')
    free()
    ;(await next)()
    other()
    const again = await takePlace('ann', 0)
    again()
  })
})
