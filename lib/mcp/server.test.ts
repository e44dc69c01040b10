import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOTES } from '@/lib/db/turns/jobs'
import { countTokens } from '@/lib/model/tokens'
import { INSTRUCTIONS } from './about.mjs'
import { call, connected, ERAS } from './testing-mcp'
import { type OutsideHarness, outsideHarness } from './testing-session'

let h: OutsideHarness
beforeAll(async () => {
  h = await outsideHarness()
  await h.say('chat', 'I live in Graz.')
  await h.say('chat', 'My sailing boat is called Marlinspike.')
  await h.jobs.tick()
  expect(await h.db.job.count({ where: { kind: NOTES, status: 'waiting' } })).toBe(0)
})
afterAll(() => h.close())

const all = (url: string) => `${url}?tools=all`

describe.each(ERAS)('a client of the %s protocol', (era) => {
  it('is told what memory is for, and gets six tools with shapes, hints and few tokens', async () => {
    const { client } = await connected(h.url, { era })
    expect(client.getInstructions()).toBe(INSTRUCTIONS)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      'search',
      'fetch',
      'recall',
      'facts',
      'remember',
      'forget',
    ])
    for (const { inputSchema, outputSchema } of tools)
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object'])
    const hints = tools.map(({ annotations }) => [annotations?.readOnlyHint, annotations?.destructiveHint])
    expect(hints).toEqual([...Array(4).fill([true, false]), [false, false], [false, true]])
    expect(countTokens(JSON.stringify(tools))).toBeLessThanOrEqual(1_500)
    const more = await connected(all(h.url), { era })
    expect((await more.client.listTools()).tools.slice(6).map(({ name }) => name)).toEqual([
      ...['context', 'list_conversations', 'analyze_topic', 'ask'],
    ])
  })

  it('searches, fetches and recalls, with links', async () => {
    const { client } = await connected(h.url, { era })
    const found = await call(client, 'search', { query: 'sailing boat' })
    const { id, title, url } = found.data.results[0]
    expect(id).toMatch(/^turn:/)
    expect(title).toMatch(/^the person, 20\d\d-\d\d-\d\d: .*Marlinspike/)
    expect(url).toBe(`${new URL(h.url).origin}/c/chat?at=${id.slice(5)}`)
    expect(JSON.parse(found.text)).toEqual(found.data)
    const whole = await call(client, 'fetch', { id })
    expect(whole.data).toMatchObject({ id, url, metadata: { kind: 'turn' } })
    expect(whole.data.text).toContain('| My sailing boat is called Marlinspike.')
    const recalled = await call(client, 'recall', { query: 'What is my boat called?' })
    expect(recalled.text).toContain('| My sailing boat is called Marlinspike.')
    expect(recalled.text).toContain(`id=${id}`)
    expect(recalled.data.results[0]).toEqual({ id, url })
  })

  it('reads resources and prompts', async () => {
    const { client } = await connected(h.url, { era })
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('mneme://turn/{+id}')
    const { id } = (await call(client, 'search', { query: 'Marlinspike' })).data.results[0]
    const { contents } = await client.readResource({ uri: `mneme://turn/${id.slice(5)}` })
    expect(JSON.stringify(contents)).toContain('Marlinspike')
    await expect(client.readResource({ uri: 'mneme://turn/nothing' })).rejects.toMatchObject({ code: -32602 })
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['continue', 'what-changed'])
    const { messages } = await client.getPrompt({ name: 'continue', arguments: { topic: 'sailing boat' } })
    expect(JSON.stringify(messages)).toContain('Marlinspike')
    const changed = await client.getPrompt({ name: 'what-changed', arguments: { since: '2026-04-01' } })
    expect(JSON.stringify(changed)).toContain('lives in = Graz')
  })

  it('gets what is going on, conversations, a topic, and an answer with its rounds', async () => {
    const { client } = await connected(all(h.url), { era })
    const context = await call(client, 'context', {})
    expect(context.text).toContain('lives in = Graz')
    expect(countTokens(context.text)).toBeLessThanOrEqual(1_500)
    const { conversations } = (await call(client, 'list_conversations', {})).data
    expect(conversations.map(({ id }: { id: string }) => id)).toContain('chat')
    expect((await call(client, 'analyze_topic', { topic: 'boat' })).text).toContain('Marlinspike')
    const progress: number[] = []
    const result = await client.callTool(
      { name: 'ask', arguments: { question: 'Where do I live?' } },
      { onprogress: (event) => void progress.push(event.progress) },
    )
    expect(JSON.stringify(result.structuredContent)).toContain('Graz')
    expect(progress.length).toBeGreaterThan(0)
    const turnId = String((result.structuredContent as { turn_id: string }).turn_id).slice(5)
    const turn = await h.db.turn.findUniqueOrThrow({ where: { id: turnId }, include: { conversation: true } })
    expect([turn.tainted, turn.conversation.origin]).toEqual([true, 'client:Claude Code'])
  })

  it('has only the tools that its token allows', async () => {
    const { client } = await connected(`${h.url}?may=read`, { era })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'search',
      'fetch',
      'recall',
      'facts',
    ])
    await expect(client.callTool({ name: 'remember', arguments: { content: 'x' } })).rejects.toThrow(
      /disabled/,
    )
  })
})

it('the instructions are complete in their first 512 characters', () => {
  expect(INSTRUCTIONS.length).toBeLessThanOrEqual(512)
})
