import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ScriptedModels } from '@/lib/agent/testing'
import { logPrompts } from './prompt-log'
import { createRedact } from './redact'

const signal = new AbortController().signal

describe('the prompt log', () => {
  it('tells what every call sends, without keys, and changes nothing', async () => {
    const told: Record<string, unknown>[] = []
    const scripted = new ScriptedModels(() => ({ text: '{"title":"A"}' }))
    const models = logPrompts(scripted, (fields) => told.push(fields), createRedact(['my-own-key-1']))
    const request = { system: 'Rules', user: 'The key is my-own-key-1.', maxOutputTokens: 10, signal }
    const answer = await models.call('fast', {
      ...request,
      exchanges: [{ text: '', calls: [], results: [{ id: 'c', name: 'read_file', text: 'my-own-key-1' }] }],
      tools: [],
      toolChoice: 'none',
    })
    const { value } = await models.structured('utility', {
      ...request,
      name: 'title',
      schema: z.object({ title: z.string() }),
    })
    expect([answer.text, value]).toEqual(['{"title":"A"}', { title: 'A' }])
    expect(scripted.requests[0]?.user).toContain('my-own-key-1')
    expect(told).toMatchObject([
      { role: 'fast', model: 'scripted-1', format: null, system: 'Rules', user: 'The key is [key].' },
      { role: 'utility', format: 'title', user: 'The key is [key].' },
    ])
    expect(JSON.stringify(told)).not.toContain('my-own-key-1')
    expect(JSON.stringify(told[0])).toContain('read_file')
  })
})
