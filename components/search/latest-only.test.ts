import { describe, expect, it } from 'vitest'
import { LatestOnly } from './use-search'

function harness() {
  const [asked, answered]: [string[], string[]] = [[], []]
  const open = new Map<string, (answer: string) => void>()
  const signals = new Map<string, AbortSignal>()
  let time = 0
  const latest = new LatestOnly<string>(
    (question, signal) => {
      asked.push(question)
      signals.set(question, signal)
      return new Promise((resolve) => open.set(question, resolve))
    },
    (question, answer) => answered.push(`${question}: ${answer}`),
    1_000,
    () => time,
  )
  const answer = async (question: string) => {
    open.get(question)?.('yes')
    await Promise.resolve()
  }
  const wait = (ms: number) => {
    time += ms
  }
  return { latest, asked, answered, signals, answer, wait }
}

describe('only the latest question', () => {
  it('is asked after the one that runs; those between are never asked', async () => {
    const { latest, asked, answered, answer } = harness()
    for (const text of ['f', 'fe', 'fer', 'ferr']) latest.want(text)
    expect(asked).toEqual(['f'])
    await answer('f')
    expect([asked, answered]).toEqual([['f', 'ferr'], ['f: yes']])
    await answer('ferr')
    expect([asked, answered]).toEqual([
      ['f', 'ferr'],
      ['f: yes', 'ferr: yes'],
    ])
  })
  it('waits for none that hangs, and for none when nothing is wanted any more', async () => {
    const { latest, asked, answered, signals, answer, wait } = harness()
    latest.want('f')
    wait(1_001)
    latest.want('fe')
    expect([asked, signals.get('f')?.aborted]).toEqual([['f', 'fe'], true])
    latest.want(null)
    expect(signals.get('fe')?.aborted).toBe(true)
    await answer('f')
    await answer('fe')
    expect(answered).toEqual([])
  })
})
