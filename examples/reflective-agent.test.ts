import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { conversation } from './reflective-agent'

const folder = mkdtempSync(path.join(os.tmpdir(), 'mneme-example-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the example of the README runs: the agent answers from memory and exports it', async () => {
  const { answer, memory, found } = await conversation(`file:${folder}/mneme.db`)
  expect(answer).toContain('blue flower pot')
  expect(memory.contexts).toHaveLength(3)
  expect(memory.summaries).toHaveLength(3)
  expect(memory.currentTurn).toBe(3)
  expect(found).toHaveLength(1)
})
