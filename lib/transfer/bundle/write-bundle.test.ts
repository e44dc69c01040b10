import { expect, it } from 'vitest'
import { BUNDLE_NAMES } from '@/lib/db/transfer/bundle-rows'
import { type Bundle, mapBundle } from './bundle'
import { namedIds } from './write-bundle'

const NONE = Object.fromEntries(BUNDLE_NAMES.map((name) => [name, []]))
const rowsWith = (some: Partial<Bundle['rows']>) => ({ ...NONE, ...some }) as Bundle['rows']
const turn = (id: string) => ({ kind: 'turn', id })
/** A conversation with so many sources that reading all of them at once would block for long. */
const large = rowsWith({
  steps: Array.from({ length: 2_000 }, (_, step) => ({
    id: `step_${step}`,
    manifest: [{ sources: Array.from({ length: 25 }, (_, i) => turn(`turn_${step}_${i}`)) }],
  })),
})
/** Whether other work got its turn before the promise resolved. */
async function yields(work: () => Promise<unknown>): Promise<boolean> {
  let turned = false
  setImmediate(() => {
    turned = true
  })
  await work()
  return turned
}

it('finds the ids that recalls, citations and sources name, each once', async () => {
  const rows = rowsWith({
    hits: [{ sourceTurnId: 'turn_a', refId: 'sum_a' }],
    recalls: [{ nearMisses: [{ id: 'turn_b' }] }],
    citations: [{ refId: 'turn_a' }],
    steps: [{ manifest: [{ part: 'x', sources: [turn('turn_c'), { kind: 'nothing' }, turn('no id')] }] }],
    toolCalls: [{ result: 'turn_x', sources: [{ kind: 'file', conversationId: 'conv_d', path: 'a.md' }] }],
  })
  expect([...(await namedIds(rows))]).toEqual(['turn_a', 'sum_a', 'turn_b', 'turn_c', 'conv_d'])
})

it('yields to other work while it reads and maps a large conversation', async () => {
  expect(await yields(() => namedIds(large))).toBe(true)
  const bundle = { conversation: { id: 'conv' }, rows: large, texts: [], hash: '' } as unknown as Bundle
  expect(await yields(async () => mapBundle(bundle, new Map([['turn_1_1', 'turn_new']])))).toBe(true)
})
