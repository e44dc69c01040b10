import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { toolText } from '@/lib/agent/prompt/plan'
import { Workspace } from '@/lib/agent/workspace/workspace'
import { testDb } from '@/lib/db/testing'
import { lexicalIndexOf } from '@/lib/memory/index/memory-index'
import type { MemoryContext } from '@/lib/memory/recall/recall-query'
import { countTokens } from '@/lib/model/tokens'
import type { ModelToolCall } from '@/lib/model/types'
import { limits } from '@/lib/shared/limits'
import { emptyTree } from '@/lib/shared/workspace'
import { runTool, toolSpecs, toolsOf } from './registry'
import { defineTool, type ToolContext } from './tool'

const every = [...new Set([...toolsOf('think', 'owner'), ...toolsOf('act', 'owner')])]
const run = (call: ModelToolCall, on: ToolContext) => runTool(call, on, every)

let test: Awaited<ReturnType<typeof testDb>>
beforeAll(async () => {
  test = await testDb()
})
afterAll(() => test.close())
/** Memory without a turn: a person's, from no conversation. */
const memory = (): MemoryContext => ({
  db: test.db,
  ownerId: test.ownerId,
  scope: { reach: 'owner', conversation: null },
  index: lexicalIndexOf(),
  limit: 3,
  zone: 'UTC',
  now: () => new Date('2026-05-01T10:00:00Z'),
  countTokens,
})
const broken = defineTool({ name: 'broken', description: '', inputSchema: z.object({}) }, () => {
  throw new Error('SQLITE_CORRUPT at /home/me')
})
function context(extra: Partial<ToolContext> = {}): ToolContext {
  const workspace = new Workspace(
    emptyTree(),
    1,
    async () => Promise.reject(new Error('nothing is stored')),
    countTokens,
  )
  let time = 0
  return {
    workspace,
    memory: memory(),
    now: () => {
      time += 5
      return new Date(time)
    },
    ...extra,
  }
}
const call = (name: string, args: unknown, problem: string | null = null): ModelToolCall => ({
  id: 'call_1',
  name,
  args,
  problem,
})

describe('running a call', () => {
  it('gives the answer of complete_task and the recall of recall_context', async () => {
    expect(await run(call('complete_task', { answer: '**Done**' }), context())).toEqual({
      name: 'complete_task',
      ok: true,
      result: 'The task is complete.',
      answer: '**Done**',
      ms: 5,
    })
    expect(await run(call('recall_context', { keywords: ['cat'] }), context())).toMatchObject({
      ok: true,
      result: 'no earlier turn mentions "cat"',
      recalled: [{ request: { keywords: ['cat'] }, found: { hits: [] } }],
    })
  })

  it.each([
    ['an unknown tool', call('rm_rf', {}), 'There is no tool "rm_rf". The tools are: recall_context, '],
    [
      'what the model layer found wrong',
      call('read_file', '{"pa', 'The arguments are not valid JSON.'),
      'The arguments are not valid JSON.',
    ],
    ['missing arguments', call('edit_file', { path: 'a.md' }), '→ at find'],
    ['arguments of the wrong type', call('read_file', { path: 'a.md', from: 'two' }), '→ at from'],
    ['no arguments at all', call('write_file', null), '→ at path'],
    ['an empty answer', call('complete_task', { answer: ' \n' }), 'The answer is empty.'],
    ['a bad recall', call('recall_context', { ids: Array(99).fill('t1') }), '→ at ids'],
  ])('answers %s with a sentence to correct it by', async (_, bad, words) => {
    expect(await run(bad, context())).toMatchObject({ ok: false, result: expect.stringContaining(words) })
  })

  it('runs only the tools that were offered', async () => {
    expect(await runTool(call('write_file', { path: 'a.md', text: 'x' }), context(), [])).toMatchObject({
      ok: false,
    })
  })

  it('turns a fault into a result without internals, and logs it', async () => {
    const log = vi.fn()
    const ended = await runTool(call('broken', {}), context({ log }), [broken])
    expect(ended).toMatchObject({
      ok: false,
      result: expect.stringContaining('broken could not be carried out'),
    })
    expect(ended.result).not.toContain('SQLITE')
    expect(log).toHaveBeenCalledWith('a tool failed', {
      tool: 'broken',
      error: 'Error: SQLITE_CORRUPT at /home/me',
    })
  })
})

const names = [
  '',
  '__proto__',
  'constructor',
  'toString',
  'call\0',
  '\ud800',
  ...toolsOf('act', 'owner').map((tool) => tool.spec.name),
]
const texts = fc.constantFrom('', 'a.md', '../x', '\0', '\ud800', '__proto__', '{}', '😀', 'x'.repeat(5_000))
const hostileCall = fc.record({
  name: fc.constantFrom(...names),
  args: fc.oneof(
    { weight: 1, arbitrary: fc.anything({ withNullPrototype: true, withBigInt: true }) },
    {
      weight: 3,
      arbitrary: fc.record(
        {
          path: texts,
          text: texts,
          find: texts,
          replace: texts,
          key: texts,
          value: fc.oneof(texts, fc.integer(), fc.constant(null)),
          answer: texts,
          from: fc.integer(),
          keywords: fc.array(texts),
        },
        { requiredKeys: [] },
      ),
    },
  ),
})

/** Calls whose run throws, or whose result cannot be stored, sent or read. */
async function badRuns(
  run: (
    call: ModelToolCall,
    context: ToolContext,
  ) => Promise<{ result: string; name: string; answer?: string }>,
  count: number,
) {
  const on = context()
  on.workspace.write('a.md', 'text')
  let bad = 0
  for (const { name, args } of fc.sample(hostileCall, { numRuns: count, seed: 15 }))
    try {
      const ended = await run(call(name, args), on)
      const storable = [ended.result, ended.name, ended.answer ?? ''].every(
        (text) => text.isWellFormed() && !text.includes('\0'),
      )
      if (!storable || ended.result.trim() === '') bad += 1
    } catch {
      bad += 1
    }
  return bad
}

describe('running any call', () => {
  it('never throws for 2,000 hostile calls, and every result can be stored', async () => {
    expect(await badRuns(run, 2_000)).toBe(0)
  })

  it('negative control: running tools bare throws or gives what cannot be stored', async () => {
    const bare = async ({ name, args }: ModelToolCall, on: ToolContext) => {
      const { workspace } = on
      const path = String((args as { path?: unknown }).path)
      const read = await workspace.read(path)
      return { name, result: read.ok ? read.text : `${name} ${path}: ${read.problem}` }
    }
    expect(await badRuns(bare, 200)).toBeGreaterThan(0)
  })
})

const LOOKING = [
  'recall_context',
  'search_memories',
  'lookup_facts',
  'search_summaries',
  'analyze_patterns',
  'analyze_topic',
]
const WORKING = [
  'list_files',
  'read_file',
  'write_file',
  'edit_file',
  'delete_file',
  'search_files',
  'get_state',
  'set_state',
  'complete_task',
]
describe('what is offered to a model', () => {
  it('is the same in every call, with the names of the specification', () => {
    const names = (scope: 'owner' | 'off') => toolSpecs({ recallScope: scope }).map(({ name }) => name)
    expect(names('owner')).toEqual([...LOOKING, ...WORKING, 'continue_thinking'])
    expect(names('off')).toEqual([...WORKING, 'continue_thinking'])
  })

  it('runs in its phase only; elsewhere a sentence says what to do', async () => {
    const context = {
      memory: memory(),
      workspace: new Workspace({ files: {}, state: {} }, 1, async () => '', countTokens),
      now: () => new Date(),
    }
    const call = (name: string, args: unknown) => ({ id: 'c', name, args, problem: null })
    const write = call('write_file', { path: 'a.md', text: 'x' })
    const waits = await runTool(write, context, toolsOf('think', 'owner'))
    expect(waits).toMatchObject({ ok: false, result: expect.stringContaining('end this round of thinking') })
    const over = await runTool(call('continue_thinking', {}), context, toolsOf('act', 'owner'))
    expect(over).toMatchObject({ ok: false, result: expect.stringContaining('Do the task now') })
    expect((await runTool(call('list_files', {}), context, toolsOf('think', 'owner'))).ok).toBe(true)
  })

  it('fits the budget of its prompt section', () => {
    const specs = toolSpecs({ recallScope: 'owner' })
    expect(countTokens(toolText(specs))).toBeLessThanOrEqual(limits.prompt.sections.tools)
  })
})
