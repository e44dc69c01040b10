/** @module-tag full */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byHand } from '@/lib/agent/testing-hands'
import { redact } from '@/lib/heuristics/redact/redact'
import { searchMemory } from '@/lib/memory/search/search'
import { testModels } from '@/lib/model/testing'
import { breath } from '@/lib/shared/breath'
import { limits } from '@/lib/shared/limits'
import { type Crafted, craftedTexts } from './testing-crafted'
import { startTurn } from './turns'

/** Each run draws some of the patterns. */
const [PATTERNS, DRAWN] = [500, 12]
/** A crafted text may keep the process this many times as long as prose of the same length. */
const LIMIT = 5
const PROSE =
  'On Tuesday we moved the keel of the old boat to the yard, and Anna said that the paint must dry for two days. '
/** Compiles what runs before anything is measured. */
const WARM_UP = 10

/** The longest that `work` keeps the event loop in CPU time, so that other processes do not count. */
async function blockOf(work: () => Promise<unknown>): Promise<number> {
  const cpuMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  let [last, lastCpu, longest] = [performance.now(), cpuMs(), 0]
  const tick = () => {
    const [now, cpu] = [performance.now(), cpuMs()]
    longest = Math.max(longest, Math.min(now - last, cpu - lastCpu))
    ;[last, lastCpu] = [now, cpu]
  }
  const ticking = setInterval(tick, 1)
  await work()
  await breath()
  tick()
  clearInterval(ticking)
  return longest
}

/** The longest block of a turn with the built-in engine, its jobs, a later question about it, a search and redaction. */
async function longest(text: string): Promise<number> {
  const h = await byHand()
  h.deps.models = testModels({ provider: 'offline', delayMs: 0 }).models
  const say = async (id: string, said: string) => {
    const ids = { conversationId: 'c', turnId: id, clientMessageId: id }
    const { stream } = await startTurn(h.caller, { ...ids, text: said, options: {}, uploadIds: [] })
    for await (const _ of stream ?? []);
    await h.runner.settled(id)
  }
  try {
    let ms = await blockOf(() => say('turn_1', text))
    ms = Math.max(ms, await blockOf(() => h.jobs.tick()))
    ms = Math.max(ms, await blockOf(() => say('turn_2', 'What did I tell you about my cat?')))
    ms = Math.max(ms, await blockOf(() => searchMemory(h.db, h.ownerId, { text })))
    // Only exports redact whole messages. The engine has dropped its expressions by then and compiles them again.
    redact(text)
    return Math.max(ms, await blockOf(async () => redact(text)))
  } finally {
    await h.close()
  }
}

/** A real block is reproducible, so the best of three runs counts. */
async function isSlow({ textOf }: Crafted, limitMs: number): Promise<boolean> {
  for (let i = 0; i < 3; i++) if ((await longest(textOf(limits.message.maxChars))) <= limitMs) return false
  return true
}

it(`no message of ${limits.message.maxChars} characters blocks the process for long: ${DRAWN} of ${PATTERNS} patterns`, {
  timeout: 900_000,
}, async () => {
  const seed = Date.now() % 1_000_000
  const patterns = fc.sample(fc.constantFrom(...craftedTexts(PATTERNS, seed)), { numRuns: DRAWN, seed })
  for (const { textOf } of patterns.slice(0, WARM_UP)) await longest(textOf(2_000))
  const prose = PROSE.repeat(limits.message.maxChars / PROSE.length)
  const ofProse: number[] = []
  for (let i = 0; i < 5; i++) ofProse.push(await longest(prose))
  const limitMs = LIMIT * (ofProse.sort((a, b) => a - b)[2] ?? 0)
  const slow: string[] = []
  for (const one of patterns) if (await isSlow(one, limitMs)) slow.push(one.name)
  expect(slow, `seed ${seed}`).toEqual([])
})
