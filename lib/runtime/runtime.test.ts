import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import type { Frame } from '@/lib/shared/turn/events'
import { isAlive } from './is-alive'
import { type Schedule, TurnLog } from './turn-log'

it('knows a living process, a dead one, and a number that was given away again', () => {
  const now = new Date()
  expect(isAlive(process.pid, now)).toBe(true)
  expect(isAlive(spawnSync(process.execPath, ['-e', '']).pid, now)).toBe(false)
  if (process.platform === 'linux')
    expect(isAlive(process.pid, new Date(now.getTime() - 86_400_000))).toBe(false)
})

const manual = () => {
  const due: (() => void)[] = []
  const schedule: Schedule = (run) => {
    due.push(run)
    return () => void due.splice(due.indexOf(run), 1)
  }
  return { schedule, tick: () => due.splice(0).forEach((run) => void run()) }
}
const delta = (text: string, step = 0) => ({ type: 'answer-delta', step, text }) as const

describe('the log of a running turn', () => {
  it('joins deltas until the tick, and numbers frames from 1 without gaps', () => {
    const { schedule, tick } = manual()
    const log = new TurnLog('t', 1, schedule)
    const texts = () => log.frames.map((frame) => [frame.seq, 'text' in frame.event ? frame.event.text : ''])
    log.emit(delta('first '))
    log.emit(delta('a'))
    log.emit(delta('b'))
    expect(texts()).toEqual([[1, 'first ']])
    tick()
    log.emit(delta('c'))
    log.emit({ type: 'notice', step: 0, text: 'n' })
    expect(texts()).toEqual([
      [1, 'first '],
      [2, 'ab'],
      [3, 'c'],
      [4, 'n'],
    ])
  })

  it('shows the first words of each text at once', () => {
    const log = new TurnLog('t', 1, manual().schedule)
    log.emit(delta('one'))
    log.emit({ type: 'reasoning-delta', step: 0, text: 'hm' })
    log.emit(delta('two', 1))
    expect(log.frames.map((frame) => ('text' in frame.event ? frame.event.text : ''))).toEqual([
      'one',
      'hm',
      'two',
    ])
  })

  it('never joins deltas of different steps, and cuts at 512 characters', () => {
    const { schedule } = manual()
    const log = new TurnLog('t', 1, schedule)
    log.emit(delta('x'.repeat(512)))
    log.emit(delta('a', 1))
    log.emit(delta('b', 2))
    log.flushBuffer()
    expect(log.frames.map((frame) => ('text' in frame.event ? frame.event.text.length : 0))).toEqual([
      512, 1, 1,
    ])
  })

  it('gives a late reader the same frames as an early one, at every cut point', () => {
    const { schedule } = manual()
    const log = new TurnLog('t', 1, schedule)
    const early: Frame[] = []
    log.read(0, (frame) => frame && early.push(frame))
    const late: Frame[][] = []
    for (let cut = 0; cut < 20; cut++) {
      const seen = log.frames.slice(0, cut)
      log.emit(delta(`w${cut} `))
      log.flushBuffer()
      log.read(seen.length, (frame) => frame && seen.push(frame))
      late.push(seen)
    }
    log.settle(log.terminalFrame({ type: 'completed', at: '' }))
    for (const seen of late) expect(seen).toEqual(early)
  })

  it('keeps frames that could not be written', () => {
    const log = new TurnLog('t', 1, manual().schedule)
    log.emit({ type: 'notice', step: 0, text: 'one' })
    const taken = log.takePending()
    log.emit({ type: 'notice', step: 0, text: 'two' })
    log.putBack(taken)
    expect(log.takePending().map((frame) => frame.seq)).toEqual([1, 2])
  })
})
