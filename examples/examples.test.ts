import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { configured } from './configuration'
import { carryOver } from './export-and-resume'
import { inFolder } from './in-folder'
import { lookBack } from './recall-by-turn'
import { conversation } from './reflective-agent'

it('the example of the README runs: the agent answers from memory and exports it', async () => {
  const { answer, memory, found } = await inFolder(conversation)
  expect(answer).toContain('blue flower pot')
  expect(memory.contexts).toHaveLength(3)
  expect(memory.summaries).toHaveLength(3)
  expect(memory.currentTurn).toBe(3)
  expect(found).toHaveLength(1)
})

it('configuration: the turn has the rounds that were set, and the file', async () => {
  const turn = await inFolder(configured)
  expect(turn.answer).toContain('paint the fence')
  expect(turn.plan).toMatchObject({ maxRounds: 2, tokenBudget: 8_000, by: 'message' })
})

it('recall by turn: a turn outside the window is read from the store, and recalled', async () => {
  const { context, summary, answer } = await inFolder(lookBack)
  expect(context).toContain('The choir meets in the old brewery.')
  expect(summary).toContain('choir')
  expect(answer).toContain('old brewery')
})

it('export and resume: the conversation goes on after a restart, and in another database', async () => {
  const { resumed, carried } = await inFolder((here) => inFolder((elsewhere) => carryOver(here, elsewhere)))
  expect(resumed).toMatchObject({ number: 2, answer: expect.stringContaining('Zephyr') })
  expect(carried).toMatchObject({ number: 3, answer: expect.stringContaining('Zephyr') })
})

const root = path.resolve(import.meta.dirname, '..')
const PRINTED = [
  ['configuration', 'paint the fence'],
  ['export-and-resume', 'Elsewhere: You told me: “The boat is called Zephyr.”'],
  ['recall-by-turn', "answer: 'You told me: “The choir meets in the old brewery.”"],
  ['reflective-agent', '3 contexts, 3 summaries, 1 about the plumber'],
] as const
it.each(PRINTED)(
  '%s prints its answer when it runs as its first line says',
  { timeout: 60_000, tags: 'full' },
  async (name, printed) => {
    const [line = ''] = readFileSync(path.join(import.meta.dirname, `${name}.ts`), 'utf8').split('\n')
    const [program = '', ...args] = line.slice(line.indexOf(': ') + 2).split(' ')
    const { stdout } = await inFolder((url) => {
      const env = {
        ...process.env,
        MNEME_DATA_DIR: path.dirname(url.slice('file:'.length)),
        MNEME_OFFLINE_DELAY_MS: '0',
      }
      return promisify(execFile)(program, args, { cwd: root, env })
    })
    expect(stdout).toContain(printed)
  },
)

it('every example has at most 40 lines', () => {
  const long = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8').split('\n').length > 41)
  expect(long).toEqual([])
})
